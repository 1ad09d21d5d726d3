import { testGetting } from '../../support/secret-import-reads.ts';
import { older } from '../../support/secret-imports.ts';

testGetting(older);
