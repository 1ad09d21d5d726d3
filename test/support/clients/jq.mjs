// What the guides use of jq: `jq -r .a.b [file]`.
import { readFileSync } from 'node:fs';

const [option, filter, file = 0] = process.argv.slice(2);
if (option !== '-r' || !/^(\.\w+)+$/.test(filter ?? '')) throw new Error(`jq ${process.argv.slice(2).join(' ')}`);
const value = filter
  .slice(1)
  .split('.')
  .reduce((found, name) => found[name], JSON.parse(readFileSync(file, 'utf8')));
process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
