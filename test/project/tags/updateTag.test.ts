import { testUpdating } from '../../support/tag-suites.ts';
import { projectTags } from '../../support/tags.ts';

testUpdating(projectTags);
