// `npm run bench`, `npm run bench:compare` and the others: prepares everything, as `npm start` does, then runs the
// named benchmark.
import { ensureReady } from './setup.mjs';

const [name] = process.argv.splice(2, 1);

try {
  await ensureReady();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const { register } = await import('tsx/esm/api');
register();
await import(`./bench/${name}.ts`);
