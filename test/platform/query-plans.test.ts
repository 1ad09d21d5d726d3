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
});
