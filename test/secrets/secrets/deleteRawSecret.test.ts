import { testNamingProjects } from '../../support/raw-projects.ts';
import { testDeleting } from '../../support/secret-deletion.ts';

testDeleting('deleteRawSecret');
testNamingProjects('deleteRawSecret', {});
