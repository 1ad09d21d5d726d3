import { Store } from '../../../platform/db/knex/store.ts';
import type { GroupRow } from '../../organization/groups/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';

/** The membership of a group in a project, with the group. */
export interface ProjectGroupRow extends ProjectMembershipRow {
  groupId: string;
  groupName: string;
  groupSlug: string;
}

export class ProjectGroupStore extends Store {
  /** Lists the groups of the project, ordered by name. */
  list(projectId: string): Promise<ProjectGroupRow[]> {
    return this.db('project_memberships as pm')
      .join('groups as g', 'g.id', 'pm.groupId')
      .where('pm.projectId', projectId)
      .orderBy(['g.name', 'g.id'])
      .select<ProjectGroupRow[]>('pm.*', 'g.name as groupName', 'g.slug as groupSlug');
  }

  /** Finds the group by id, else by slug, else by a name that only one group has. */
  async findGroup(
    organizationId: string,
    idOrName: string,
  ): Promise<Pick<GroupRow, 'id' | 'organizationId' | 'name' | 'slug'> | undefined> {
    const groups = (where: Partial<GroupRow>) =>
      this.db<GroupRow>('groups')
        .where({ organizationId, ...where })
        .limit(2);
    const exact = (await groups({ id: idOrName }))[0] ?? (await groups({ slug: idOrName }))[0];
    if (exact) return exact;
    const [match, another] = await groups({ name: idOrName });
    return another ? undefined : match;
  }
}
