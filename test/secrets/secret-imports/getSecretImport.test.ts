import { testGetting } from '../../support/secret-import-reads.ts';
import { newer } from '../../support/secret-imports.ts';

testGetting(newer);
