// Prepares `npm start`: installs missing packages (without the tools for tests), generates and builds outdated files. Prints
// the folder of the Node that runs the server, which the shell then replaces itself with.
import { dirname } from 'node:path';
import { ensureServerReady } from './setup.mjs';

try {
  console.log(dirname(await ensureServerReady()));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
