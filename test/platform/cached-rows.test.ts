import { expect } from 'chai';
import { SqliteConnection } from '../../src/platform/db/sqlite/connection.ts';
import { StorageHealth } from '../../src/platform/db/health.ts';
import { SqliteReader } from '../../src/platform/db/sqlite/reader.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { createTables, log } from './test-database.ts';

describe('cached rows on SQLite', () => {
  it('are read again if another process commits right after our commit', async () => {
    const file = `${scratchFolder()}/cached.db`;
    await createTables({ kind: 'sqlite', file });
    const health = new StorageHealth(log);
    const [writer, other] = [
      new SqliteConnection(file, 'read-write', health),
      new SqliteConnection(file, 'read-write', health),
    ];
    const reader = new SqliteReader(file, writer, health);
    const ask = async () =>
      (await reader.execute('select id from items', [], 'cached')).rows.map(({ id }) => id as string);
    const insert = (connection: SqliteConnection, id: string) =>
      connection.run('insert into `items` (id) values (?)', [id]);

    insert(other, 'first');
    expect(await ask()).to.deep.equal(['first']);
    writer.run('BEGIN IMMEDIATE');
    writer.run('insert into `parts` (itemId) values (?)', ['first']);
    reader.besideCommit(() => {
      writer.run('COMMIT');
      insert(other, 'second');
    }, writer.takeWrittenTables());
    expect(await ask()).to.deep.equal(['first', 'second']);
    await reader.close();
    for (const connection of [writer, other]) connection.close();
  });
});
