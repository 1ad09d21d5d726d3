// `npm run test:faults [-- --cycles 100] [--only REGEX] [--on sqlite|postgres]`: real processes, real kills, real
// attacks. Prints a table of what was done, what was acknowledged and what was lost; fails if anything was lost or an
// aim was missed. Linux; best on a machine with nothing else to do.
import { parseArgs } from 'node:util';
import { hasFailed, problemLines, table } from './faults/report.mjs';
import { ensureReady } from './setup.mjs';

const optionsOf = () => {
  const { values } = parseArgs({
    options: {
      cycles: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
      on: { type: 'string' },
    },
  });
  if (!/^[1-9]\d{0,4}$/.test(values.cycles)) throw new Error('--cycles takes a whole number');
  if (values.on && !['sqlite', 'postgres'].includes(values.on)) throw new Error('--on takes sqlite or postgres');
  return { cycles: Number(values.cycles), only: new RegExp(values.only, 'i'), on: values.on };
};

/** The scenarios in order: first those that may lose data. */
const areas = [
  'kills',
  'leases',
  'database',
  'standby',
  'migration',
  'backup',
  'disk',
  'clock',
  'audit',
  'attacks',
  'logins',
  'health',
  'readers',
  'clients',
  'streams',
  'stops',
];

const scenariosFor = async ({ only, on }) => {
  const all = (await Promise.all(areas.map((area) => import(`./faults/scenarios/${area}.mjs`)))).flatMap(
    ({ scenarios }) => scenarios,
  );
  return all.filter((scenario) => only.test(scenario.name) && (!on || scenario.on === on));
};

const runScenario = async ({ name, on, run }, options) => {
  const started = performance.now();
  console.log(`${name} (${on}) ...`);
  const progress = (line) => console.log(`  ${line}`);
  const result = await run({ ...options, progress }).catch((error) => ({ problems: [`failed: ${error.stack}`] }));
  console.log(
    `  ${result.skipped ? `skipped: ${result.skipped}` : result.problems?.length > 0 ? `FAILED: ${result.problems[0]}` : 'ok'} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
  );
  return { name, on, ...result };
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

try {
  const options = optionsOf();
  await ensureReady();
  const scenarios = await scenariosFor(options);
  if (scenarios.length === 0) throw new Error('unknown scenario');
  const results = [];
  for (const scenario of scenarios) results.push(await runScenario(scenario, options));
  console.log(`\n${table(results)}\n`);
  for (const line of problemLines(results)) console.error(line);
  process.exitCode = hasFailed(results) ? 1 : 0;
} catch (error) {
  console.error(`FAILED  faults: ${error.message}`);
  process.exitCode = 1;
}
process.exit();
