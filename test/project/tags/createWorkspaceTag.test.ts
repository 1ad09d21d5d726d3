import { testCreating } from '../../support/tag-suites.ts';
import { workspaceTags } from '../../support/tags.ts';

testCreating(workspaceTags);
