import { testDeleting } from '../../support/secret-import-changes.ts';
import { newer } from '../../support/secret-imports.ts';

testDeleting(newer);
