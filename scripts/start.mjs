// `npm start`: installs missing packages (without the tools for tests), generates and builds outdated files, then
// serves in this process.
import { ensureReady } from './setup.mjs';

try {
  ensureReady({ withTools: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

process.argv.splice(2, Infinity, 'serve');
await import('../dist/sallyport.cjs');
