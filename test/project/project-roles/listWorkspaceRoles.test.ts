import { testListing } from '../../support/project-role-suites.ts';
import { workspaceRoles } from '../../support/project-roles.ts';

testListing('listWorkspaceRoles', workspaceRoles);
