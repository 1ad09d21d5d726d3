import type { Scope } from '../../../scope.ts';
import type { GroupRow } from '../groups/store.ts';

/** Lists the projects in which the caller may see the group; undefined for callers who may access all projects. */
export const listVisibleProjects = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  { name: groupName }: GroupRow,
): Promise<string[] | undefined> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return undefined;
  const visible = [];
  for (const { id } of await stores.projects.listOfMember(access.organization.membershipId)) {
    if ((await access.inProject(id)).allows('read', 'groups', { groupName })) visible.push(id);
  }
  return visible;
};
