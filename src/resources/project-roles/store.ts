import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';
import type { Rule } from '../roles/store.ts';

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

export class ProjectRoleStore extends Store {
  async insert(role: ProjectRoleRow): Promise<void> {
    await this.db<ProjectRoleRow>('project_roles').insert(role);
  }

  findById(projectId: string, id: string): Promise<ProjectRoleRow | undefined> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId, id }).first();
  }

  /** Nobody else changes or hands out the role until the transaction ends. */
  lock(projectId: string, id: string): Promise<ProjectRoleRow | undefined> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId, id }).forUpdate().first();
  }

  findBySlug(projectId: string, slug: string): Promise<ProjectRoleRow | undefined> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId, slug }).first();
  }

  /** Stays as it is until the transaction is over, so that it can be handed out. */
  lockBySlug(projectId: string, slug: string): Promise<ProjectRoleRow | undefined> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId, slug }).forShare().first();
  }

  /** By slug. */
  list(projectId: string): Promise<ProjectRoleRow[]> {
    return this.db<ProjectRoleRow>('project_roles').where({ projectId }).orderBy('slug');
  }

  /** Whatever was remembered of what its holders may do is forgotten. */
  async update(id: string, changes: Partial<Omit<ProjectRoleRow, 'id' | 'projectId' | 'createdAt'>>): Promise<void> {
    const owner = this.db<ProjectRoleRow>('project_roles').where({ id }).select('projectId');
    await this.db('projects').whereIn('id', owner).increment('accessRevision', 1);
    await this.db<ProjectRoleRow>('project_roles').where({ id }).update(changes);
  }

  async delete(id: string): Promise<void> {
    await this.db<ProjectRoleRow>('project_roles').where({ id }).delete();
  }
}
