import { testNamingProjects } from '../../support/raw-projects.ts';
import { testUpdatingMany } from '../../support/secret-batch-changes.ts';

testUpdatingMany('updateRawSecrets');
testNamingProjects('updateRawSecrets', { secrets: [{ secretKey: 'KEY', secretValue: 'v' }] });
