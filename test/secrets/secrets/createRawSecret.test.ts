import { testNamingProjects } from '../../support/raw-projects.ts';
import { testCreating } from '../../support/secret-creation.ts';

testCreating('createRawSecret');
testNamingProjects('createRawSecret', { secretValue: 'v' });
