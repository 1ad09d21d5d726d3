import { testNamingProjects } from '../../support/raw-projects.ts';
import { testUpdating } from '../../support/secret-changes.ts';

testUpdating('updateRawSecret');
testNamingProjects('updateRawSecret', { secretValue: 'v' });
