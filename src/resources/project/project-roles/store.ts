import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpProjectAccess } from '../revisions/store.ts';

/** A custom role of a project. */
export interface ProjectRoleRow {
  id: string;
  projectId: string;
  slug: string;
  name: string;
  description: string | null;
  permissions: readonly Rule[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A role in lists, without its rules, which may be long. */
export type ProjectRoleListItem = Omit<ProjectRoleRow, 'permissions'>;

/** Every change invalidates the cached permissions of the project. */
export class ProjectRoleStore extends Store {
  /** Finds the role in any project of the organization. */
  findById(organizationId: string, id: string): Promise<ProjectRoleRow | undefined> {
    const projects = this.db('projects').where({ organizationId }).select('id');
    return this.db<ProjectRoleRow>('project_roles').where({ id }).whereIn('projectId', projects).first();
  }

  findBySlug(projectId: string, slug: string): Promise<ProjectRoleRow | undefined> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId, slug }).first();
  }

  findInProject(projectId: string, id: string): Promise<ProjectRoleRow | undefined> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId, id }).first();
  }

  /** Finds the custom roles with these slugs, in no particular order. */
  findBySlugs(projectId: string, slugs: readonly string[]): Promise<ProjectRoleRow[]> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId }).whereIn('slug', slugs);
  }

  /** Lists the custom roles, ordered by slug. */
  list(projectId: string): Promise<ProjectRoleListItem[]> {
    return this.db('project_roles')
      .where({ projectId })
      .orderBy('slug')
      .select<ProjectRoleListItem[]>('id', 'projectId', 'slug', 'name', 'description', 'createdAt', 'updatedAt');
  }

  /** Counts the users, machine identities and groups with the role, permanent or temporary. */
  async countHolders(id: string): Promise<number> {
    const [row] = await this.db('project_membership_roles')
      .where({ customRoleId: id })
      .countDistinct<{ rows: number }[]>({ rows: 'projectMembershipId' });
    return row!.rows;
  }

  async insert(role: ProjectRoleRow): Promise<void> {
    bumpProjectAccess(this.db, role.projectId);
    this.db.insert('project_roles', [role]);
  }

  async update(
    role: Pick<ProjectRoleRow, 'id' | 'projectId'>,
    changes: Partial<Omit<ProjectRoleRow, 'id' | 'projectId' | 'createdAt'>>,
  ): Promise<void> {
    bumpProjectAccess(this.db, role.projectId);
    this.db.write(this.db<ProjectRoleRow>('project_roles').where({ id: role.id }).update(changes));
  }

  async delete(role: Pick<ProjectRoleRow, 'id' | 'projectId'>): Promise<void> {
    bumpProjectAccess(this.db, role.projectId);
    this.db.write(this.db<ProjectRoleRow>('project_roles').where({ id: role.id }).delete());
  }
}
