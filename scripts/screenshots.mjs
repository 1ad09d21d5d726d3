// `npm run screenshots`: takes the pictures of the console for the README, with the browser and the helpers of the tests.
import { join } from 'node:path';
import { ensureReady, root, run } from './setup.mjs';

await ensureReady();
run(process.execPath, [join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'), 'scripts/screenshots/console.ts']);
