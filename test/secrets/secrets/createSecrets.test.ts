import { testCreatingMany } from '../../support/secret-batch-creation.ts';

testCreatingMany('createSecrets');
