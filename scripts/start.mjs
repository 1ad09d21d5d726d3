// `npm start`: installs what is missing, generates and builds what is stale, then serves, in this very process.
import { ensureBuilt, ensureGenerated, ensureInstalled } from './setup.mjs';

try {
  ensureInstalled();
  ensureGenerated();
  ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

process.argv.splice(2, Infinity, 'serve');
await import('../dist/sallyport.cjs');
