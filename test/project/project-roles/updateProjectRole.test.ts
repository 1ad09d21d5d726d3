import { testUpdating } from '../../support/project-role-suites.ts';
import { projectRoles } from '../../support/project-roles.ts';

testUpdating(projectRoles);
