import { testUpdating } from '../../support/project-role-suites.ts';
import { legacyProjectRoles } from '../../support/project-roles.ts';

testUpdating(legacyProjectRoles);
