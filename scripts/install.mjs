// Installs the packages that other commands need, before they load them. `--omit=dev` leaves out the tools for tests.
import { ensureInstalled } from './setup.mjs';

try {
  ensureInstalled({ withTools: !process.argv.includes('--omit=dev') });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
