import { testUpdatingMany } from '../../support/secret-batch-changes.ts';

testUpdatingMany('updateSecrets');
