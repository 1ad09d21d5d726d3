import { testNamingProjects } from '../../support/raw-projects.ts';
import { testCreatingMany } from '../../support/secret-batch-creation.ts';

testCreatingMany('createRawSecrets');
testNamingProjects('createRawSecrets', { secrets: [{ secretKey: 'KEY', secretValue: 'v' }] });
