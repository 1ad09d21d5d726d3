// `npm run screenshots`: takes the pictures of the console for the README and the guides, with the browser and the helpers of the tests.
// `npm run screenshots -- first-minute` takes those of one file in scripts/screenshots.
import { join } from 'node:path';
import { ensureReady, root, run } from './setup.mjs';

const names =
  process.argv.length > 2 ? process.argv.slice(2) : ['access', 'console', 'guides', 'dynamic-secrets', 'first-minute'];
await ensureReady();
const files = names.map((name) => join('scripts', 'screenshots', `${name}.ts`));
run(process.execPath, [join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'), ...files]);
