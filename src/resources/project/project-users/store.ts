import { Store } from '../../../platform/db/knex/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

/** A user's direct membership of a project, with the user. */
export interface ProjectUserRow
  extends ProjectMembershipRow, Pick<UserRow, 'username' | 'email' | 'firstName' | 'lastName' | 'passwordHash'> {
  membershipId: string;
  userId: string;
}

export class ProjectUserStore extends Store {
  /** Lists the users of the project, ordered by username. */
  list(projectId: string): Promise<ProjectUserRow[]> {
    return this.#users(projectId).orderBy('u.username');
  }

  /** Finds the members with these usernames, ordered by username. */
  findByUsernames(projectId: string, usernames: readonly string[]): Promise<ProjectUserRow[]> {
    return this.#users(projectId).whereIn('u.username', usernames).orderBy('u.username');
  }

  findById(projectId: string, id: string): Promise<ProjectUserRow | undefined> {
    return this.#users(projectId).where({ 'pm.id': id }).first();
  }

  /** Finds the membership in any project of the organization. */
  findInOrganization(organizationId: string, id: string): Promise<ProjectUserRow | undefined> {
    return this.#all().where({ 'pm.id': id, 'm.organizationId': organizationId }).first();
  }

  findOfUser(projectId: string, userId: string): Promise<ProjectUserRow | undefined> {
    return this.#users(projectId).where({ 'u.id': userId }).first();
  }

  /** Locks the project, so that nobody joins until the transaction ends; false if it does not exist. */
  async lockProject(projectId: string): Promise<boolean> {
    return (await this.db('projects').where({ id: projectId }).forUpdate().first('id')) !== undefined;
  }

  #users(projectId: string) {
    return this.#all().where({ 'pm.projectId': projectId });
  }

  #all() {
    return this.db('project_memberships as pm')
      .join('organization_memberships as m', 'm.id', 'pm.membershipId')
      .join('users as u', 'u.id', 'm.userId')
      .select<ProjectUserRow[]>(
        'pm.*',
        'm.userId',
        'u.username',
        'u.email',
        'u.firstName',
        'u.lastName',
        'u.passwordHash',
      );
  }
}
