import { testDeleting } from '../../support/secret-deletion.ts';

testDeleting('deleteSecret');
