import { testCreating } from '../../support/project-role-suites.ts';
import { legacyProjectRoles } from '../../support/project-roles.ts';

testCreating(legacyProjectRoles);
