import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import { checks, type Finding } from './doctor-checks.ts';

const labels: Readonly<Record<Finding['state'], string>> = { good: 'ok   ', note: 'note ', wrong: 'WRONG' };

const tell = ({ state, about, advice }: Finding): void =>
  console.log(`${labels[state]}  ${about}${advice === undefined ? '' : `\n       ${advice}`}`);

/** Undefined, and said, if the settings cannot be read. */
const settings = (): Config | undefined => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    tell({ state: 'wrong', about: 'settings', advice: error.message.replaceAll('\n', '\n       ') });
    return undefined;
  }
};

/** Says what is good and what is not; nothing is changed, and a running server is not disturbed. */
const examine = async (): Promise<void> => {
  const config = settings();
  if (!config) {
    process.exitCode = 1;
    return;
  }
  tell({ state: 'good', about: 'settings' });
  for (const check of checks) {
    for (const finding of await check(config)) {
      tell(finding);
      if (finding.state === 'wrong') process.exitCode = 1;
    }
  }
};

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'Check the settings, the files, the root key and the database, and say what to do. Nothing is changed.',
    )
    .action(examine);
