// The bare server that is the limit: node:http, one prepared read by primary key, about 300 bytes of JSON. No routing,
// no checks, no log.
import Sqlite12 from 'better-sqlite3';
import Sqlite13 from 'better-sqlite3-13';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

// The same driver as the server, see src/platform/db/sqlite/driver.ts.
const Sqlite = Number(process.versions.napi) >= 10 ? Sqlite13 : Sqlite12;
const database = new Sqlite(join(process.env.DATA_DIR!, 'limit.db'));
database.pragma('journal_mode = WAL');
database.exec('CREATE TABLE items (id TEXT PRIMARY KEY, name TEXT, value TEXT, created_at TEXT)');
const insert = database.prepare('INSERT INTO items VALUES (?, ?, ?, ?)');
for (let index = 0; index < 1000; index += 1)
  insert.run(
    `item-${index}`,
    `NAME_${index}`,
    `a value of some length, number ${index} `.repeat(5),
    new Date().toISOString(),
  );
const read = database.prepare('SELECT * FROM items WHERE id = ?');

const server = createServer((request, response) => {
  const body = Buffer.from(JSON.stringify(read.get(request.url!.slice(1))));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () =>
  process.stderr.write(`The limit is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
process.once('SIGTERM', () => process.exit(0));
