import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { features, isLicensedOrganization, isLicensee, writeLicence } from '../licence/document.ts';
import { secondsAfter, systemClock } from '../platform/clock.ts';
import { parseSigningKey, type SigningKey } from '../platform/crypto/signatures.ts';
import { StartError } from '../platform/errors.ts';
import { randomIds } from '../platform/ids.ts';
import { writeNewFile } from './new-file.ts';
import { issueOwnLicence } from './licence-own.ts';
import { withSettings } from './settings-options.ts';
import { UsageError } from './usage.ts';

interface Options {
  readonly own?: true;
  readonly key?: string;
  readonly organization?: string;
  readonly licensee?: string;
  readonly days?: string;
  readonly expires?: string;
  readonly features?: string;
  readonly out?: string;
}

const maxDays = 36_500;

const readKey = (file: string): SigningKey => {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const key = parseSigningKey(pem);
  if (!key)
    throw new StartError(
      `${file} does not contain an Ed25519 or P-256 private key in PEM without a password. Generate one with: sallyport licence keygen`,
    );
  return key;
};

const afterDays = (days: string, now: Date): Date => {
  if (!/^[1-9]\d{0,4}$/.test(days) || Number(days) > maxDays)
    throw new StartError(`--days must be a whole number from 1 to ${maxDays}.`);
  return secondsAfter(now, Number(days) * 86_400);
};

const date = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

const atDate = (text: string, now: Date): Date => {
  const time = new Date(date.test(text) ? text : NaN);
  // Rejects days that do not exist: February 30 would be parsed as a day in March.
  const isValid =
    !Number.isNaN(time.getTime()) && new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10));
  if (!isValid)
    throw new StartError(
      '--expires must be a date such as 2031-12-31 (its start, in UTC) or 2031-12-31T18:00:00+02:00.',
    );
  if (time <= now) throw new StartError('--expires must be in the future.');
  return time;
};

const expiry = ({ days, expires }: Options, now: Date): Date => {
  if ((days === undefined) === (expires === undefined))
    throw new StartError('Set the validity of the licence with either --days or --expires.');
  return days === undefined ? atDate(expires!, now) : afterDays(days, now);
};

const chosenFeatures = (text: string): string[] => {
  const chosen = text.split(',').map((feature) => feature.trim());
  const unknown = chosen.find((feature) => !(features as readonly string[]).includes(feature));
  if (unknown !== undefined)
    throw new StartError(`Unknown feature "${unknown}". Known features: ${features.join(', ')}.`);
  return [...new Set(chosen)];
};

const issueAsVendor = (options: Options): void => {
  const { organization, licensee, out } = options;
  if (options.key === undefined || organization === undefined || licensee === undefined)
    throw new UsageError(
      'Use --own for a licence of your own server. For others, vendors give --key, --organization and --licensee.',
    );
  if (!isLicensedOrganization(organization))
    throw new StartError("--organization must be an organization's id, or '*' for all organizations.");
  if (!isLicensee(licensee)) throw new StartError('--licensee must be a name of up to 200 characters, on one line.');
  const issuedAt = systemClock.now();
  const licence = {
    id: randomIds.uuid(),
    licensee,
    organization,
    features: chosenFeatures(options.features ?? features.join(',')),
    issuedAt,
    expiresAt: expiry(options, issuedAt),
  };
  const text = `${writeLicence(readKey(options.key), licence)}\n`;
  if (out === undefined) process.stdout.write(text);
  else writeNewFile(out, text);
  console.error(`Licence ${licence.id} for ${licensee}, until ${licence.expiresAt.toISOString()}.`);
};

const vendorOption = (flags: string, description: string): Option =>
  new Option(flags, `for vendors: ${description}`).conflicts('own');

export const issueCommand = (): Command =>
  withSettings(new Command('issue'))
    .option('--own', 'for the server with these settings: all features and organizations, without an end')
    .addOption(vendorOption('--key <file>', 'the private key that keygen generated'))
    .addOption(vendorOption('--organization <id>', "the id of the licensed organization, or '*' for all organizations"))
    .addOption(vendorOption('--licensee <name>', 'the name of the licensee, for display'))
    .addOption(vendorOption('--days <number>', 'how many days it is valid, from now on'))
    .addOption(vendorOption('--expires <date>', 'when it expires, instead of --days'))
    .addOption(vendorOption('--features <names>', 'the licensed features, separated by commas; all by default'))
    .option('--out <file>', 'a new file to write to; by default standard output, or with --own where the server looks')
    .addHelpText('after', '\nExample: sallyport licence issue --own')
    .action((options: Options) => (options.own ? issueOwnLicence(options.out) : issueAsVendor(options)));
