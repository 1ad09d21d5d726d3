import { testCreating } from '../../support/secret-import-creation.ts';
import { older } from '../../support/secret-imports.ts';

testCreating(older);
