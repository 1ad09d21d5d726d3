import { testNamingProjects } from '../../support/raw-projects.ts';
import { testDeletingMany } from '../../support/secret-batch-deletion.ts';

testDeletingMany('deleteRawSecrets');
testNamingProjects('deleteRawSecrets', { secrets: [{ secretKey: 'KEY' }] });
