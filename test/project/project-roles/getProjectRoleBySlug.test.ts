import { testGettingBySlug } from '../../support/project-role-suites.ts';
import { projectRoles } from '../../support/project-roles.ts';

testGettingBySlug(projectRoles);
