import { testDeletingMany } from '../../support/secret-batch-deletion.ts';

testDeletingMany('deleteSecrets');
