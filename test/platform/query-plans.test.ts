import { expect } from 'chai';
import { createDb } from '../../src/platform/db/knex/queries.ts';
import { databaseFileIn } from '../../src/platform/db/sqlite/data-directory.ts';
import { openSqliteFile } from '../../src/platform/db/sqlite/driver.ts';
import { createStores, type Stores } from '../../src/stores.ts';
import { newMigratedDirectory } from '../support/world/migrated.ts';

/** How SQLite runs the statements of the work: which index it searches, and what it sorts. */
const planOf = async (work: (stores: Stores) => Promise<unknown>): Promise<string> => {
  const database = openSqliteFile(databaseFileIn(await newMigratedDirectory()), {});
  const steps: string[] = [];
  const db = createDb('better-sqlite3', (sql, bindings) => {
    const plan = database.prepare(`explain query plan ${sql}`).all(...bindings) as { detail: string }[];
    steps.push(...plan.map(({ detail }) => detail));
    return { rows: [{ rows: 0 }], affected: 0 };
  });
  await work(createStores(db)).finally(() => database.close());
  return steps.join('\n');
};

const page = { offset: 0, limit: 20 };
const now = '2030-01-01T00:00:00.000Z';
const entries = { organizationId: 'organization', metadata: [], secret: {}, from: now, now };
const wholeSort = /USE TEMP B-TREE FOR ORDER BY/;

describe('the cost of a query', () => {
  it('for the roles of a member does not depend on the number of members of the project', async () => {
    for (const work of [
      ({ grants }: Stores) => grants.projectRoles('project', 'membership'),
      ({ projectMemberships }: Stores) => projectMemberships.listOfMember('project', 'membership'),
    ])
      expect(await planOf(work))
        .to.match(/membershipid_projectid_unique/)
        .and.match(/groupid_projectid_unique/)
        .and.not.match(/project_memberships_projectid_index/);
  });

  it('for what members of a project hold does not depend on the number of its other members', async () => {
    for (const work of [
      ({ projectMembers }: Stores) => projectMembers.listHeld('project', ['one', 'two']),
      ({ projectMembers }: Stores) => projectMembers.countPrivileges('project', ['one', 'two']),
      ({ projectMembers }: Stores) => projectMembers.listPrivileges('project', ['one', 'two'], 'secrets'),
    ])
      expect(await planOf(work))
        .to.match(/membershipid_projectid_unique/)
        .and.not.match(/SCAN|project_memberships_projectid_index/);
  });

  it('for a page of the audit log does not depend on the number of entries and members', async () => {
    const plan = await planOf(({ auditLogs }) =>
      auditLogs.list(
        {
          ...entries,
          projects: { among: ['project'], includesDeleted: true },
          eventTypes: ['get-secret'],
          otherThan: ['get-secret-refused'],
        },
        page,
      ),
    );
    // Each source is sorted by its index; only entries of the same time are sorted by their ids.
    expect(plan.match(/audit_log_entries_organizationid_createdat_index/g)).to.have.lengthOf(2);
    expect(plan.match(/USE TEMP B-TREE FOR LAST TERM OF ORDER BY/g)).to.have.lengthOf(2);
    expect(plan)
      .to.match(/userid_organizationid_unique/)
      .and.not.match(/MULTI-INDEX OR/);
  });

  it('for a page of what somebody may read of the audit log does not depend on the number of entries', async () => {
    const filter = { ...entries, projects: { among: ['project'], ownOf: 'actor' } };
    const plan = await planOf(({ auditLogs }) => auditLogs.list(filter, page));
    expect(plan.match(/audit_log_entries_organizationid_createdat_index/g)).to.have.lengthOf(1);
    expect(plan.match(/audit_log_entries_actorid_createdat_index/g)).to.have.lengthOf(2);
    expect(plan.match(/USE TEMP B-TREE FOR LAST TERM OF ORDER BY/g)).to.have.lengthOf(3);
  });

  it('for what an actor did does not depend on what others did', async () => {
    for (const projects of [
      { only: 'project' },
      { among: ['project'], includesDeleted: true },
      { among: ['project'], ownOf: 'actor' },
    ])
      for (const read of [
        ({ auditLogs }: Stores) => auditLogs.list({ ...entries, projects, actorId: 'actor' }, page),
        ({ auditLogs }: Stores) => auditLogs.findTimeAt({ ...entries, projects, actorId: 'actor' }, 100),
      ])
        expect(await planOf(read))
          .to.match(/audit_log_entries_actorid_createdat_index/)
          .and.not.match(/audit_log_entries_(organizationid|projectid)/);
  });

  it('for a page of the trash does not depend on what is in the trash', async () => {
    const inProject = { environment: undefined, path: undefined, folderId: undefined };
    for (const filter of [inProject, { environment: 'dev', path: '/', folderId: 'folder' }])
      expect(await planOf(({ trash }) => trash.list('project', filter, { owner: 'user', now }, page)))
        .to.match(/trash_items_projectid_deletedat_id_index/)
        .and.not.match(/USE TEMP B-TREE/);
  });

  it('for a page of identities or projects by name does not depend on their number', async () => {
    for (const orderDirection of ['asc', 'desc'] as const)
      expect(
        await planOf(({ identities }) =>
          identities.listMembers('organization', {}, { orderBy: 'name', orderDirection, ...page }),
        ),
      )
        .to.match(/identities_organizationid_name_id_index/)
        .and.not.match(wholeSort);
    expect(await planOf(({ projects }) => projects.search('organization', '', page)))
      .to.match(/projects_organizationid_name_id_index/)
      .and.not.match(wholeSort);
  });

  it('for the total number of identities and projects reads only an index', async () => {
    for (const work of [
      ({ identities }: Stores) => identities.countMembers('organization', {}),
      ({ projects }: Stores) => projects.count('organization', ''),
    ])
      expect(await planOf(work)).to.match(/^SEARCH \w+ USING COVERING INDEX \w+ \(organizationId=\?\)$/);
  });
});
