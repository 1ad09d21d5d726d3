import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { StartError } from '../platform/errors.ts';
import { backupCommand } from './backup.ts';
import { bootstrapCommand } from './bootstrap.ts';
import { doctorCommand } from './doctor.ts';
import { eventsCommand } from './events.ts';
import { licenceCommand } from './licence.ts';
import { migrateCommand } from './migrate.ts';
import { openapiCommand } from './openapi.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { restoreCommand } from './restore.ts';
import { rotateKeysCommand } from './rotate-keys.ts';
import { serveCommand } from './serve.ts';

// A dependency calls url.parse, of which Node 24 and newer would warn whoever runs the server.
process.noDeprecation = !process.traceDeprecation;

const program = new Command('sallyport')
  .description(packageJson.description)
  .version(packageJson.version)
  .addCommand(serveCommand())
  .addCommand(bootstrapCommand())
  .addCommand(migrateCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(doctorCommand())
  .addCommand(resetPasswordCommand())
  .addCommand(rotateKeysCommand())
  .addCommand(eventsCommand())
  .addCommand(licenceCommand())
  .addCommand(openapiCommand())
  .addHelpText('after', '\nSettings come from the environment: see the table in the README.');

program.parseAsync().catch((error: unknown) => {
  // A StartError is a message for the operator; anything else is a bug, printed with its stack.
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
