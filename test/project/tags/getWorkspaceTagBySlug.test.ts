import { testGettingBySlug } from '../../support/tag-suites.ts';
import { workspaceTags } from '../../support/tags.ts';

testGettingBySlug(workspaceTags);
