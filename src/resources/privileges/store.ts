import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';
import type { Period } from '../grants/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { Rule } from '../roles/store.ts';

/** Rules for one member of a project, beyond those of its roles. */
export interface PrivilegeRow extends Period {
  id: string;
  projectMembershipId: string;
  slug: string;
  permissions: readonly Rule[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** Where a privilege of a machine identity belongs. */
export interface PrivilegePlace {
  projectId: string;
  identityId: string;
}

/** Every change makes what was remembered of the project's access forgotten. */
export class PrivilegeStore extends Store {
  async insert({ projectId }: ProjectMembershipRow, privilege: PrivilegeRow): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db<PrivilegeRow>('project_privileges').insert(privilege);
  }

  /** Of the organization's machine identities only: users have privileges of their own. */
  findPlace(organizationId: string, id: string): Promise<PrivilegePlace | undefined> {
    return this.db('project_privileges as p')
      .join('project_memberships as pm', 'pm.id', 'p.projectMembershipId')
      .join('organization_memberships as m', 'm.id', 'pm.membershipId')
      .where({ 'p.id': id, 'm.organizationId': organizationId })
      .whereNotNull('m.identityId')
      .first<PrivilegePlace | undefined>('pm.projectId', 'm.identityId');
  }

  findById(projectMembershipId: string, id: string): Promise<PrivilegeRow | undefined> {
    return this.db<PrivilegeRow>('project_privileges').where({ projectMembershipId, id }).first();
  }

  findBySlug(projectMembershipId: string, slug: string): Promise<PrivilegeRow | undefined> {
    return this.db<PrivilegeRow>('project_privileges').where({ projectMembershipId, slug }).first();
  }

  /** The oldest first. */
  list(projectMembershipId: string): Promise<PrivilegeRow[]> {
    return this.db<PrivilegeRow>('project_privileges').where({ projectMembershipId }).orderBy(['createdAt', 'id']);
  }

  async update({ projectId }: ProjectMembershipRow, { id, ...changes }: PrivilegeRow): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db<PrivilegeRow>('project_privileges').where({ id }).update(changes);
  }

  async delete({ projectId }: ProjectMembershipRow, id: string): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db('project_privileges').where({ id }).delete();
  }

  async #bumpAccess(projectId: string): Promise<void> {
    await this.db('projects').where({ id: projectId }).increment('accessRevision', 1);
  }
}
