import { testCreating } from '../../support/tag-suites.ts';
import { projectTags } from '../../support/tags.ts';

testCreating(projectTags);
