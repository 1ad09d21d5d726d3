import { Store } from '../../platform/db/store.ts';
import type { GroupRow } from '../groups/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';

/** The membership of a group in a project, with the group. */
export interface ProjectGroupRow extends ProjectMembershipRow {
  groupId: string;
  groupName: string;
  groupSlug: string;
}

export class ProjectGroupStore extends Store {
  /** By name. */
  list(projectId: string): Promise<ProjectGroupRow[]> {
    return this.db('project_memberships as pm')
      .join('groups as g', 'g.id', 'pm.groupId')
      .where('pm.projectId', projectId)
      .orderBy(['g.name', 'g.id'])
      .select<ProjectGroupRow[]>('pm.*', 'g.name as groupName', 'g.slug as groupSlug');
  }

  /** By id, or else by slug, or else by a name that only one group has. */
  async findGroup(organizationId: string, idOrName: string): Promise<Pick<GroupRow, 'id' | 'organizationId' | 'name' | 'slug'> | undefined> {
    const groups = await this.db<GroupRow>('groups')
      .where({ organizationId })
      .where((query) => void query.where({ id: idOrName }).orWhere({ slug: idOrName }).orWhere({ name: idOrName }))
      .limit(10);
    const exact = groups.find(({ id }) => id === idOrName) ?? groups.find(({ slug }) => slug === idOrName);
    return exact ?? (groups.length === 1 ? groups[0] : undefined);
  }
}
