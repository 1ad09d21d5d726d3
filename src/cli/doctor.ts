import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import { checks } from './doctor-checks.ts';
import type { Finding } from './doctor-findings.ts';
import { withSettings } from './settings-options.ts';

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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Prints the verdict; the exit code says the same. */
const conclude = ({ wrong, note }: Readonly<Record<'wrong' | 'note', number>>): void => {
  if (wrong > 0) process.exitCode = 1;
  const notes = note === 0 ? '' : ` ${counted(note, 'note')} above.`;
  console.log(
    `\n${wrong > 0 ? `${counted(wrong, 'problem')} to solve before the server is used.` : 'No problems.'}${notes}`,
  );
};

/** Runs all checks and prints their findings, without changing anything or disturbing a running server. */
const examine = async (): Promise<void> => {
  const config = settings();
  if (!config) return conclude({ wrong: 1, note: 0 });
  const counts = { good: 0, note: 0, wrong: 0 };
  print({ state: 'good', about: 'settings' });
  for (const check of checks) {
    for (const finding of await check(config)) {
      print(finding);
      counts[finding.state] += 1;
    }
  }
  conclude(counts);
};

export const doctorCommand = (): Command =>
  withSettings(new Command('doctor'))
    .addHelpText('after', '\nExample: sallyport doctor --env-file sallyport.env')
    .action(examine);
