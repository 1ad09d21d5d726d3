import { testCreating } from '../../support/project-role-suites.ts';
import { projectRoles } from '../../support/project-roles.ts';

testCreating(projectRoles);
