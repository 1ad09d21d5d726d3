import { testListing } from '../../support/project-role-suites.ts';
import { legacyProjectRoles } from '../../support/project-roles.ts';

testListing('listLegacyProjectRoles', legacyProjectRoles);
