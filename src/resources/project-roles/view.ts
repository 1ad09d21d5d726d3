import type { Reply } from '../../contract.ts';
import { projectRuleView } from '../grants/rules.ts';
import type { ProjectRoleRow } from './store.ts';

type RoleSummary = Reply<'listProjectRoles'>['roles'][number];
type Role = Reply<'getProjectRole'>['role'];

export const roleSummary = ({ permissions: _, ...role }: ProjectRoleRow): RoleSummary => role;

export const roleView = (role: ProjectRoleRow): Role => ({ ...roleSummary(role), permissions: role.permissions.map(projectRuleView) });
