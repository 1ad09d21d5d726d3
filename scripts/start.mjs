// `npm start`: installs missing packages, generates and builds outdated files, then serves in this process.
import { ensureReady } from './setup.mjs';

try {
  ensureReady();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

process.argv.splice(2, Infinity, 'serve');
await import('../dist/sallyport.cjs');
