import type { Knex } from 'knex';
import type { ProjectRow, ProjectType, ProjectWithRevisions } from '../../../access/project.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpDataWithImporters } from '../revisions/store.ts';
import { SecretVersionStore } from '../../secrets/secret-versions/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

/** Somebody's own membership of a project, with what that is. */
export interface ProjectOfMember extends ProjectMembershipRow {
  projectName: string;
  projectType: ProjectType;
}

interface Named extends Record<string, unknown> {
  organizationId: string;
  name: string;
}

const withRevisions = (db: SqlBuilder): Knex.QueryBuilder =>
  db('projects as p')
    .join('project_revisions as r', 'r.projectId', 'p.id')
    .select('p.*', 'r.dataRevision', 'r.accessRevision', 'r.accessChanges');

const byId = new Statement<ProjectWithRevisions, Named>(
  (db, param) => withRevisions(db).where({ 'p.organizationId': param('organizationId'), 'p.id': param('name') }),
  'cached',
);
const bySlug = new Statement<ProjectWithRevisions, Named>(
  (db, param) => withRevisions(db).where({ 'p.organizationId': param('organizationId'), 'p.slug': param('name') }),
  'cached',
);
const anywhereById = new Statement<ProjectWithRevisions, { name: string }>(
  (db, param) => withRevisions(db).where({ 'p.id': param('name') }),
  'cached',
);
/** Two, to see whether it is the only one. */
const anywhereBySlug = new Statement<ProjectWithRevisions, { name: string }>(
  (db, param) =>
    withRevisions(db)
      .where({ 'p.slug': param('name') })
      .limit(2),
  'cached',
);
const ofPrivilege = new Statement<ProjectWithRevisions, Named>(
  (db, param) =>
    withRevisions(db)
      .join('project_memberships as pm', 'pm.projectId', 'p.id')
      .join('project_privileges as v', 'v.projectMembershipId', 'pm.id')
      .where({ 'p.organizationId': param('organizationId'), 'v.id': param('name') }),
  'cached',
);
const ofMembership = new Statement<ProjectWithRevisions, Named>(
  (db, param) =>
    withRevisions(db)
      .join('project_memberships as pm', 'pm.projectId', 'p.id')
      .where({ 'p.organizationId': param('organizationId'), 'pm.id': param('name') }),
  'cached',
);

export class ProjectStore extends Store {
  async insert(project: ProjectRow): Promise<void> {
    // The values are stored encrypted; this column of earlier versions stays empty.
    this.db.insert('projects', [{ ...project, secretDetectionIgnoreValues: [] }]);
    this.db.insert('project_revisions', [
      { projectId: project.id, dataRevision: 0, accessRevision: 0, accessChanges: '' },
    ]);
  }

  async findById(organizationId: string, id: string): Promise<ProjectWithRevisions | undefined> {
    return (await this.db.read(byId, { organizationId, name: id }))[0];
  }

  async findBySlug(organizationId: string, slug: string): Promise<ProjectWithRevisions | undefined> {
    return (await this.db.read(bySlug, { organizationId, name: slug }))[0];
  }

  /** Returns the ids of the projects that have these slugs, by slug. */
  async idsOfSlugs(organizationId: string, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await inChunks(slugs, (part) =>
      this.db<ProjectRow>('projects').where({ organizationId }).whereIn('slug', part).select('slug', 'id'),
    );
    return new Map(rows.map(({ slug, id }) => [slug, id]));
  }

  /** Finds the project in any organization. */
  async findAnywhere(id: string): Promise<ProjectWithRevisions | undefined> {
    return (await this.db.read(anywhereById, { name: id }))[0];
  }

  /** Returns the organizations of these projects. */
  listOwned(ids: readonly string[]): Promise<Pick<ProjectRow, 'id' | 'organizationId'>[]> {
    return this.db('projects').where(this.db.isIn('id', ids)).select('id', 'organizationId');
  }

  /** Finds the project in any organization, unless several organizations have one with this slug. */
  async findBySlugAnywhere(slug: string): Promise<ProjectWithRevisions | undefined> {
    const found = await this.db.read(anywhereBySlug, { name: slug });
    return found.length === 1 ? found[0] : undefined;
  }

  /** Finds the project of an additional privilege. */
  async findOfPrivilege(organizationId: string, privilegeId: string): Promise<ProjectWithRevisions | undefined> {
    return (await this.db.read(ofPrivilege, { organizationId, name: privilegeId }))[0];
  }

  /** Finds the project of a membership. */
  async findOfMembership(organizationId: string, membershipId: string): Promise<ProjectWithRevisions | undefined> {
    return (await this.db.read(ofMembership, { organizationId, name: membershipId }))[0];
  }

  async update(id: string, changes: Partial<Omit<ProjectRow, 'id' | 'organizationId' | 'createdAt'>>): Promise<void> {
    this.db.write(this.db<ProjectRow>('projects').where({ id }).update(changes));
  }

  /** Sets how long entries of all projects of the organization are kept at least. */
  async setLeastRetention(organizationId: string, leastAuditLogsRetentionDays: number | null): Promise<void> {
    this.db.write(this.db<ProjectRow>('projects').where({ organizationId }).update({ leastAuditLogsRetentionDays }));
  }

  /** With all that it has. Who is in it goes first: PostgreSQL would find roles that are still held. */
  async delete(id: string): Promise<void> {
    await bumpDataWithImporters(this.db, id);
    this.db.write(this.db('project_memberships').where({ projectId: id }).delete());
    await new SecretVersionStore(this.db).deleteInProject(id);
    this.db.write(this.db<ProjectRow>('projects').where({ id }).delete());
  }

  /** Those that a member of the organization is in, itself or through a group, by name. */
  listOfMember(membershipId: string, type?: ProjectType, limit?: number): Promise<ProjectWithRevisions[]> {
    const memberships = this.db('project_memberships')
      .where({ membershipId })
      .orWhereIn('groupId', this.db('group_members').where({ membershipId }).select('groupId'))
      .select('projectId');
    const projects = withRevisions(this.db)
      .whereIn('p.id', memberships)
      .where(type === undefined ? {} : { 'p.type': type })
      .orderBy(['p.name', 'p.id']);
    return limit === undefined ? projects : projects.limit(limit);
  }

  /** The memberships that a member of the organization has itself, by the name of the project. */
  membershipsOf(membershipId: string): Promise<ProjectOfMember[]> {
    return this.db('project_memberships as pm')
      .join('projects as p', 'p.id', 'pm.projectId')
      .where('pm.membershipId', membershipId)
      .orderBy(['p.name', 'p.id'])
      .select<ProjectOfMember[]>('pm.*', 'p.name as projectName', 'p.type as projectType');
  }

  /** Of all of these organizations, by name. */
  listOfOrganizations(organizationIds: readonly string[]): Promise<ProjectRow[]> {
    return this.db<ProjectRow>('projects').whereIn('organizationId', organizationIds).orderBy(['name', 'id']);
  }

  /** Those with the term in their name or slug, by name. */
  search(organizationId: string, term: string, { offset, limit }: Page): Promise<ProjectRow[]> {
    return this.#matching(organizationId, term).select('*').orderBy(['name', 'id']).offset(offset).limit(limit);
  }

  async count(organizationId: string, term: string): Promise<number> {
    const [row] = await this.#matching(organizationId, term).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  #matching(organizationId: string, term: string) {
    const projects = this.db<ProjectRow>('projects').where({ organizationId });
    return term === '' ? projects : projects.where(containsText(term, ['"name"', '"slug"']));
  }
}
