import { testListing } from '../../support/secret-import-reads.ts';
import { newer } from '../../support/secret-imports.ts';

testListing(newer);
