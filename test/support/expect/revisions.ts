import { expect } from 'chai';
import { mayHaveChanged } from '../../../src/access/access-changes.ts';
import type { ProjectRevisions } from '../../../src/access/project.ts';
import type { Db } from '../../../src/platform/db/knex/queries.ts';

type Row = Record<string, unknown>;

/** A row as text, and the organization membership that it belongs to. */
interface Fact {
  readonly text: string;
  readonly membershipId: unknown;
}

/** Rows of one owner by table and key. */
type Rows = Map<string, Fact>;

/** A revision, and the rows whose changes it has to count. */
interface RevisedRows {
  readonly revision: string;
  readonly rows: Rows;
  /** The revision as members of the project see it, who ignore changes of other members. */
  readonly ofProject?: Pick<ProjectRevisions, 'accessRevision' | 'accessChanges'>;
}

type Snapshot = ReadonlyMap<string, RevisedRows>;

const addRows = (all: ReadonlyMap<string, RevisedRows>, table: string, rows: readonly Row[], owner: string): void => {
  for (const row of rows) {
    const { [owner]: ownerId, ...columns } = row;
    const key = [row.id, row.secretId, row.version, row.tagId, row.groupId, row.membershipId, row.path, row.key];
    const membershipId = table === 'organization_memberships' ? row.id : row.membershipId;
    all.get(ownerId as string)?.rows.set(`${table} ${key.join(' ')}`, { text: JSON.stringify(columns), membershipId });
  }
};

/** Everything that responses about the secrets of a project can contain, for every project of the organization. */
const dataOf = async (db: Db, organizationId: string): Promise<Snapshot> => {
  const ids = db('projects').where({ organizationId }).select('id');
  const revisions = await db<any>('project_revisions').whereIn('projectId', ids);
  const all = new Map<string, RevisedRows>(
    revisions.map(({ projectId, dataRevision }) => [projectId, { revision: `${dataRevision}`, rows: new Map() }]),
  );
  for (const table of [
    'project_environments',
    'secret_folders',
    'project_tags',
    'secrets',
    'secret_versions',
    'secret_references',
    'secret_imports',
  ])
    addRows(all, table, await db(table).whereIn('projectId', ids), 'projectId');
  const tags = db('secret_tags as t').join('secrets as s', 's.id', 't.secretId').whereIn('s.projectId', ids);
  addRows(all, 'secret_tags', await tags.select('t.*', 's.projectId'), 'projectId');
  return all;
};

/** Everything that the rules of project members are computed from. */
const projectAccessOf = async (db: Db, organizationId: string): Promise<Snapshot> => {
  // Both revisions are part of the key of the cached rules.
  const projects = await db('projects as p')
    .join('project_revisions as r', 'r.projectId', 'p.id')
    .join('organizations as o', 'o.id', 'p.organizationId')
    .where({ 'o.id': organizationId })
    .select<{ id: string; accessRevision: number; accessChanges: string; ofOrganization: number }[]>(
      'p.id',
      'r.accessRevision',
      'r.accessChanges',
      'o.accessRevision as ofOrganization',
    );
  const all = new Map<string, RevisedRows>(
    projects.map(({ id, ofOrganization, ...ofProject }) => [
      id,
      { revision: `${ofProject.accessRevision} ${ofOrganization}`, rows: new Map(), ofProject },
    ]),
  );
  const ids = db('projects').where({ organizationId }).select('id');
  for (const table of ['project_roles', 'project_memberships'])
    addRows(all, table, await db(table).whereIn('projectId', ids), 'projectId');
  for (const table of ['project_membership_roles', 'project_privileges']) {
    const held = db(`${table} as x`).join('project_memberships as m', 'm.id', 'x.projectMembershipId');
    addRows(
      all,
      table,
      await held.whereIn('m.projectId', ids).select('x.*', 'm.projectId', 'm.membershipId'),
      'projectId',
    );
  }
  return all;
};

/** Everything that the rules of organization members are computed from. */
const organizationAccessOf = async (db: Db, organizationId: string): Promise<Snapshot> => {
  const [organization] = await db('organizations').where({ id: organizationId });
  const all = new Map<string, RevisedRows>();
  if (!organization) return all;
  all.set(organizationId, { revision: `${organization.accessRevision}`, rows: new Map() });
  const members = db('organization_memberships as m').where({ 'm.organizationId': organizationId });
  const facts = await members
    .clone()
    .leftJoin('users as u', 'u.id', 'm.userId')
    .leftJoin('identities as i', 'i.id', 'm.identityId')
    .select('m.id', 'm.organizationId', 'm.role', 'm.roleId', 'm.status', 'm.isActive', 'u.username', 'i.name');
  addRows(all, 'organization_memberships', facts, 'organizationId');
  for (const table of ['groups', 'organization_roles'])
    addRows(all, table, await db(table).where({ organizationId }), 'organizationId');
  for (const table of ['group_members', 'membership_metadata']) {
    const ofMembers = members.clone().join(`${table} as x`, 'x.membershipId', 'm.id');
    addRows(all, table, await ofMembers.select('x.*', 'm.organizationId'), 'organizationId');
  }
  return all;
};

/**
 * A new member, a group without members and a role without holders do not change what anybody could do before; neither
 * do the rows of a removed member of the organization, whose id is never used again.
 */
const isHarmless = (key: string, before: Fact | undefined, after: Fact | undefined, gone: ReadonlySet<unknown>) =>
  before === undefined
    ? /^(organization_memberships|groups|organization_roles) /.test(key)
    : after === undefined && (key.startsWith('organization_roles ') || gone.has(before.membershipId));

const changedKeys = (
  { rows: before }: RevisedRows,
  { rows: after }: RevisedRows,
  gone: ReadonlySet<unknown>,
): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key)?.text !== after.get(key)?.text && !isHarmless(key, before.get(key), after.get(key), gone),
  );

const membersIn = (snapshots: readonly Snapshot[]): ReadonlySet<unknown> =>
  new Set(
    snapshots
      .flatMap((snapshot) => [...snapshot.values()].flatMap(({ rows }) => [...rows]))
      .flatMap(([key, { membershipId }]) => (key.startsWith('organization_memberships ') ? [membershipId] : [])),
  );

/** Expects that the members whose rows changed do not ignore the change; nobody may ignore one of shared rows. */
const expectCounted = (earlier: RevisedRows, now: RevisedRows, changed: readonly string[], message: string): void => {
  // With another revision of the organization, all rules are read again.
  if (!now.ofProject || earlier.revision.split(' ')[1] !== now.revision.split(' ')[1]) return;
  for (const key of changed) {
    const membershipId = (now.rows.get(key) ?? earlier.rows.get(key))!.membershipId as string | null;
    expect(
      mayHaveChanged(now.ofProject, earlier.ofProject!.accessRevision, membershipId ?? 'anybody'),
      `${message}: ${key}`,
    ).to.equal(true);
  }
};

const kinds = { dataOf, projectAccessOf, organizationAccessOf };

export type RevisionKind = keyof typeof kinds;

const snapshotsOf = (db: Db, organizationId: string): Promise<Snapshot[]> =>
  Promise.all(Object.values(kinds).map((snapshotOf) => snapshotOf(db, organizationId)));

/**
 * Remembers the rows of an organization and its revisions. The returned function expects that the revision of changed
 * rows has changed too, and returns the kinds of revisions whose rows changed.
 */
export const watchRevisions = async (db: Db, organizationId: string): Promise<() => Promise<RevisionKind[]>> => {
  const before = await snapshotsOf(db, organizationId);
  return async () => {
    const after = await snapshotsOf(db, organizationId);
    const members = membersIn(after);
    const gone = new Set([...membersIn(before)].filter((member) => !members.has(member)));
    return (Object.keys(kinds) as RevisionKind[]).filter((name, index) => {
      const owners = [...after[index]!].filter(([owner, now]) => {
        const earlier = before[index]!.get(owner);
        const changed = earlier ? changedKeys(earlier, now, gone) : [];
        if (changed.length === 0) return false;
        const message = `${name} ${owner}, changed rows: ${changed.join(', ')}`;
        expect(now.revision, message).not.to.equal(earlier!.revision);
        expectCounted(earlier!, now, changed, message);
        return true;
      });
      return owners.length > 0;
    });
  };
};
