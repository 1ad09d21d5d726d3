import { testListing } from '../../support/tag-suites.ts';
import { projectTags } from '../../support/tags.ts';

testListing(projectTags);
