import { expect } from 'chai';
import pg from 'pg';
import { barePostgres, bareSqlite } from '../../scripts/bench/bare.ts';
import { newPostgresDatabase } from '../support/world/postgres.ts';

const send = async (url: string, path: string, method = 'GET') => {
  const response = await fetch(url + path, { method });
  return { status: response.status, body: (await response.json()) as { id: string } };
};

describe('the bare servers of the benchmark', () => {
  it('read one row from SQLite', async () => {
    const { start, read } = bareSqlite(process.execPath);
    const server = await start();
    const { status, body } = await send(server.url, read.request.path);
    expect([status, body.id]).to.deep.equal([200, 'item-57']);
    await server.stop();
  });

  it('read one row from PostgreSQL, and for a change update one and insert one', async () => {
    const database = await newPostgresDatabase();
    const { start, read, change } = barePostgres(process.execPath, async () => database);
    const server = await start();
    const { status, body } = await send(server.url, read.request.path);
    expect([status, body.id]).to.deep.equal([200, 'item-57']);
    for (const id of ['item-0', 'item-999', 'item-0']) {
      const changed = await send(server.url, `/${id}`, change.request.method);
      expect([changed.status, changed.body.id]).to.deep.equal([200, id]);
    }
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    const { rows } = await client.query(
      'SELECT item_id, changes.created_at <= items.created_at AS is_updated FROM changes JOIN items ON items.id = item_id ORDER BY changes.id',
    );
    await client.end();
    expect(rows).to.deep.equal(['item-0', 'item-999', 'item-0'].map((item_id) => ({ item_id, is_updated: true })));
    await server.stop();
  });
});
