import { testUpdating } from '../../support/tag-suites.ts';
import { workspaceTags } from '../../support/tags.ts';

testUpdating(workspaceTags);
