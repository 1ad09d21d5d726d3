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

  /** Finds the group with that id, else the groups with that slug or name; two of them show that it is ambiguous. */
  async findGroups(
    organizationId: string,
    idOrName: string,
  ): Promise<Pick<GroupRow, 'id' | 'organizationId' | 'name' | 'slug'>[]> {
    const groups = () => this.db<GroupRow>('groups').where({ organizationId });
    const [exact] = await groups().where({ id: idOrName }).limit(1);
    if (exact) return [exact];
    // One of each, because many groups may have the name.
    const [bySlug, byName] = await Promise.all([
      groups().where({ slug: idOrName }).limit(1),
      groups().where({ name: idOrName }).orderBy('id').limit(2),
    ]);
    return [...bySlug, ...byName.filter(({ id }) => id !== bySlug[0]?.id)];
  }
}
