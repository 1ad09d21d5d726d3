import { testListing } from '../../support/project-role-suites.ts';
import { projectRoles } from '../../support/project-roles.ts';

testListing('listProjectRoles', projectRoles);
