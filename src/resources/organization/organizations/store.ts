import type { OrganizationRow } from '../../../access/organization.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export interface JoinedOrganizationRow extends OrganizationRow {
  role: string;
  joinedAt: Timestamp;
  /** Null without a provider for single sign-on. */
  isSignOnActive: boolean | null;
}

const accessRevisionSql = new Statement<{ accessRevision: number }, { id: string }>(
  (db, param) =>
    db('organizations')
      .where({ id: param('id') })
      .select('accessRevision'),
  'cached',
);

export class OrganizationStore extends Store {
  async insert(organization: OrganizationRow): Promise<void> {
    this.db.insert('organizations', [organization]);
  }

  findById(id: string): Promise<OrganizationRow | undefined> {
    return this.db<OrganizationRow>('organizations').where({ id }).first();
  }

  /** Returns which of these slugs organizations have. */
  async takenSlugs(slugs: readonly string[]): Promise<string[]> {
    return (await this.db<OrganizationRow>('organizations').whereIn('slug', slugs).select('slug')).map(
      ({ slug }) => slug,
    );
  }

  /** Finds the revision under which the rules of its members are cached. */
  async findAccessRevision(id: string): Promise<number | undefined> {
    return (await this.db.read(accessRevisionSql, { id }))[0]?.accessRevision;
  }

  async update(
    id: string,
    changes: Partial<Omit<OrganizationRow, 'id' | 'createdAt'>> & Pick<OrganizationRow, 'updatedAt'>,
  ): Promise<void> {
    this.db.write(this.db<OrganizationRow>('organizations').where({ id }).update(changes));
  }

  /**
   * Deletes the organization with its data; members and groups first, because PostgreSQL refuses to delete assigned
   * roles.
   */
  async delete(id: string): Promise<void> {
    this.db.write(this.db('organization_memberships').where({ organizationId: id }).delete());
    this.db.write(this.db('groups').where({ organizationId: id }).delete());
    this.db.write(this.db<OrganizationRow>('organizations').where({ id }).delete());
  }

  /** Lists the organizations with the term in their name or slug, ordered by name. */
  search(term: string, { offset, limit }: Page): Promise<OrganizationRow[]> {
    return this.#matching(term).select('*').orderByRaw('lower(??), ??', ['name', 'id']).offset(offset).limit(limit);
  }

  async count(term = ''): Promise<number> {
    const [row] = await this.#matching(term).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /**
   * Lists the organizations of a user or identity, ordered by name; for a session that a provider opened, only the one
   * whose provider it is.
   */
  listOfMember(
    member: { userId: string } | { identityId: string },
    providerId: string | null = null,
  ): Promise<JoinedOrganizationRow[]> {
    return this.db('organizations as o')
      .join('organization_memberships as m', 'm.organizationId', 'o.id')
      .leftJoin('single_sign_on_providers as p', 'p.id', 'o.singleSignOnId')
      .where({ ...member, 'm.isActive': true, 'm.status': 'accepted' })
      .where((query) => {
        if (providerId !== null) void query.where('o.singleSignOnId', providerId);
      })
      .select<JoinedOrganizationRow[]>('o.*', 'm.role', 'm.createdAt as joinedAt', 'p.isActive as isSignOnActive')
      .orderBy(['o.name', 'o.id']);
  }

  #matching(term: string) {
    return this.db<OrganizationRow>('organizations').where(containsText(term, ['"name"', '"slug"']));
  }
}
