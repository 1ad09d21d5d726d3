import { testGettingBySlug } from '../../support/project-role-suites.ts';
import { legacyProjectRoles } from '../../support/project-roles.ts';

testGettingBySlug(legacyProjectRoles);
