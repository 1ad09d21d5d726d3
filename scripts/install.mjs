// Installs the packages that other commands need, before they load them. `--omit=dev` leaves out the tools for tests,
// `--sqlite` makes SQLite usable for this Node.
import { ensureInstalled } from './setup.mjs';

try {
  await ensureInstalled({
    withTools: !process.argv.includes('--omit=dev'),
    withSqlite: process.argv.includes('--sqlite'),
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
