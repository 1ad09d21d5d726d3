import { testGettingById } from '../../support/tag-suites.ts';
import { projectTags } from '../../support/tags.ts';

testGettingById(projectTags);
