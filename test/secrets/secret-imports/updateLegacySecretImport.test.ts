import { testUpdating } from '../../support/secret-import-changes.ts';
import { older } from '../../support/secret-imports.ts';

testUpdating(older);
