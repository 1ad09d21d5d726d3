import type { Reply } from '../../../contract.ts';
import { projectRuleView } from '../grants/rules.ts';
import type { ProjectRoleListItem, ProjectRoleRow } from './store.ts';

type RoleSummary = Reply<'listProjectRoles'>['roles'][number];
type Role = Reply<'getProjectRole'>['role'];

export const roleSummary = ({
  id,
  projectId,
  slug,
  name,
  description,
  createdAt,
  updatedAt,
}: ProjectRoleListItem): RoleSummary => ({ id, projectId, slug, name, description, createdAt, updatedAt });

export const roleView = (role: ProjectRoleRow): Role => ({
  permissions: role.permissions.map(projectRuleView),
  ...roleSummary(role),
});
