import { testListing } from '../../support/tag-suites.ts';
import { workspaceTags } from '../../support/tags.ts';

testListing(workspaceTags);
