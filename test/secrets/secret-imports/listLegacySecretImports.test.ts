import { testListing } from '../../support/secret-import-reads.ts';
import { older } from '../../support/secret-imports.ts';

testListing(older);
