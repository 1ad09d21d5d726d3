import { testGettingBySlug } from '../../support/tag-suites.ts';
import { projectTags } from '../../support/tags.ts';

testGettingBySlug(projectTags);
