import { testGettingById } from '../../support/tag-suites.ts';
import { workspaceTags } from '../../support/tags.ts';

testGettingById(workspaceTags);
