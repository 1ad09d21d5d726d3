// `npm run test:targets`: leases of dynamic secrets in real systems, those of them that are installed. Prints a line for
// each promise; exits with 1 if one is broken.
import { until } from './faults/processes.mjs';
import { ensureReady } from './setup.mjs';
import { tryTarget } from './targets/promises.mjs';
import * as ldap from './targets/ldap.mjs';
import * as mariadb from './targets/mariadb.mjs';
import * as rabbit from './targets/rabbit.mjs';
import * as redis from './targets/redis.mjs';
import { startSite } from './targets/site.mjs';

const all = [redis, rabbit, ldap, mariadb];

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.some((kind) => kind.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: the systems are ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

let failed = 0;
const expectEqual = (what, expected, actual) => {
  const [one, other] = [JSON.stringify(expected), JSON.stringify(actual)];
  if (one !== other) failed += 1;
  console.log(one === other ? `ok      ${what}` : `FAILED  ${what}: ${other} instead of ${one}`);
};

await ensureReady();
const site = await startSite();
for (const kind of all.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const lacking = kind.lacks();
  if (lacking === undefined)
    await tryTarget(kind, { site, expectEqual, until }).catch((error) => expectEqual(kind.name, 'an end', error.stack));
  else console.log(`skipped ${kind.name}: it needs ${lacking}`);
}
await site.stop();
process.exit(failed === 0 ? 0 : 1);
