// `npm run bench`: every scenario on every stand, beside the bare server that is the limit. See the README's "How fast it is".
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { profile } from './profile.ts';
import { planOf, run } from './run.ts';
import { stands } from './stands.ts';
import { describe, summaryOf, textTable } from './table.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    only: { type: 'string' },
    on: { type: 'string' },
    out: { type: 'string' },
  },
});
const { only, on, short, out } = values;

if (values.profile) {
  const files = await profile(await stands.SQLite!(), planOf({ short, only: only ?? '^get secret \\(v4\\)$', on: '' }));
  console.log(files.map((file) => `Open this in DevTools (Performance, load profile): ${file}`).join('\n'));
} else {
  const result = await run({ short, only: only ?? '', on: on ?? (short ? '^SQLite$' : '') });
  console.log(describe(result));
  for (const suite of result.suites) console.log(`\n${suite.on}: ${summaryOf(suite)}\n\n${textTable(suite)}`);
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`);
}
