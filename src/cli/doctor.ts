import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import { checks, type Finding } from './doctor-checks.ts';

const labels: Readonly<Record<Finding['state'], string>> = { good: 'ok   ', note: 'note ', wrong: 'WRONG' };

const print = ({ state, about, advice }: Finding): void =>
  console.log(`${labels[state]}  ${about}${advice === undefined ? '' : `\n       ${advice}`}`);

/** Reads the settings; prints what is wrong and returns undefined if they are not valid. */
const settings = (): Config | undefined => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    print({ state: 'wrong', about: 'settings', advice: error.message.replaceAll('\n', '\n       ') });
    return undefined;
  }
};

/** Runs all checks and prints their findings, without changing anything or disturbing a running server. */
const examine = async (): Promise<void> => {
  const config = settings();
  if (!config) {
    process.exitCode = 1;
    return;
  }
  print({ state: 'good', about: 'settings' });
  for (const check of checks) {
    for (const finding of await check(config)) {
      print(finding);
      if (finding.state === 'wrong') process.exitCode = 1;
    }
  }
};

export const doctorCommand = (): Command => new Command('doctor').action(examine);
