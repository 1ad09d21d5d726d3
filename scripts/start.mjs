// `npm start`: installs what is missing, generates and builds what is stale, then serves, in this very process.
import { ensureReady } from './setup.mjs';

try {
  ensureReady();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

process.argv.splice(2, Infinity, 'serve');
await import('../dist/sallyport.cjs');
