// The bare server that is the limit on PostgreSQL: node:http, prepared statements, about 300 bytes of JSON. A GET is one
// read by primary key; any other request is one transaction of an update and an insert. No routing, no checks, no log.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: Number(process.env.DATABASE_POOL!) });
await pool.query('CREATE TABLE items (id TEXT PRIMARY KEY, name TEXT, value TEXT, created_at TEXT)');
await pool.query('CREATE TABLE changes (id BIGSERIAL PRIMARY KEY, item_id TEXT, value TEXT, created_at TEXT)');
for (let index = 0; index < 1000; index += 1)
  await pool.query({
    name: 'fill',
    text: 'INSERT INTO items VALUES ($1, $2, $3, $4)',
    values: [
      `item-${index}`,
      `NAME_${index}`,
      `a value of some length, number ${index} `.repeat(5),
      new Date().toISOString(),
    ],
  });

const select = (id: string): pg.QueryConfig => ({
  name: 'select',
  text: 'SELECT * FROM items WHERE id = $1',
  values: [id],
});
const update = (id: string): pg.QueryConfig => ({
  name: 'update',
  text: 'UPDATE items SET created_at = $2 WHERE id = $1 RETURNING *',
  values: [id, new Date().toISOString()],
});
const insert = ({ id, value, created_at }: Record<string, string>): pg.QueryConfig => ({
  name: 'insert',
  text: 'INSERT INTO changes (item_id, value, created_at) VALUES ($1, $2, $3)',
  values: [id, value, created_at],
});
const [begin, commit] = [
  { name: 'begin', text: 'BEGIN' },
  { name: 'commit', text: 'COMMIT' },
];

const read = async (id: string): Promise<object> => (await pool.query(select(id))).rows[0];

const change = async (id: string): Promise<object> => {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const [row] = (await client.query(update(id))).rows;
    await client.query(insert(row));
    await client.query(commit);
    return row;
  } finally {
    client.release();
  }
};

const server = createServer(async (request, response) => {
  const id = request.url!.slice(1);
  const body = Buffer.from(JSON.stringify(await (request.method === 'GET' ? read(id) : change(id))));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () =>
  process.stderr.write(`The limit is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
process.once('SIGTERM', () => process.exit(0));
