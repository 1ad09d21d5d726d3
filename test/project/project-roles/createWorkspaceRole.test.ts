import { testCreating } from '../../support/project-role-suites.ts';
import { workspaceRoles } from '../../support/project-roles.ts';

testCreating(workspaceRoles);
