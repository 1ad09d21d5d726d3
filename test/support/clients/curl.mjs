// The part of curl that our examples use, for machines without curl: -s, -X, -H, -d with text or with @- for standard
// input.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
  },
});
const body = values.data === '@-' ? readFileSync(0, 'utf8').replaceAll('\n', '') : values.data;
const headers = (values.header ?? []).map((line) => line.split(/: (.*)/s).slice(0, 2));
const response = await fetch(positionals[0], {
  method: values.request ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  body,
});
process.stdout.write(`${await response.text()}\n`);
if (!response.ok) process.exitCode = 22;
