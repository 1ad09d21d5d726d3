import { testDeleting } from '../../support/tag-suites.ts';
import { workspaceTags } from '../../support/tags.ts';

testDeleting(workspaceTags);
