import { testUpdating } from '../../support/secret-import-changes.ts';
import { newer } from '../../support/secret-imports.ts';

testUpdating(newer);
