import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { LicenceProblem } from '../licence/document.ts';
import { installedLicence, loadLicence } from '../licence/file.ts';
import { licenceKeysOf } from '../licence/own-key.ts';
import { evaluationDays, evaluationLicence, licenceStatus, type LicenceState } from '../licence/status.ts';
import { systemClock } from '../platform/clock.ts';
import { databaseFileIn } from '../platform/db/sqlite/data-directory.ts';
import { openDatabase, type Location } from '../platform/db/open.ts';
import { StartError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import { licenceView } from '../resources/instance/licence/view.ts';
import { existingRootKeys } from '../storage.ts';
import { createStores } from '../stores.ts';
import { withSettings } from './settings-options.ts';

type Stored = Pick<LicenceState, 'isForeign' | 'evaluation'>;

const noneStored: Stored = { isForeign: false, evaluation: undefined };

const locationOf = ({ database }: Config): Location =>
  database.kind === 'postgres' ? database : { kind: 'sqlite', file: databaseFileIn(database.directory) };

/** Reads only, so that it works beside a running server and creates nothing. */
const readStored = async (location: Location, config: Config, organization: string | undefined): Promise<Stored> => {
  const database = openDatabase(location, createLog('silent'));
  try {
    const { licence, organizations } = createStores(database.read);
    const granted = config.licenceEvaluation ? await licence.findEvaluation() : undefined;
    const isForeign =
      organization !== undefined && organization !== '*' && !(await organizations.findById(organization));
    return { isForeign, evaluation: granted && evaluationLicence(granted) };
  } finally {
    await database.close();
  }
};

const stored = async (config: Config, file: LicenceState['file']): Promise<Stored> => {
  const location = locationOf(config);
  if (location.kind === 'sqlite' && !existsSync(location.file)) {
    if (config.licenceEvaluation)
      console.error(
        `There is no database yet. A new server grants itself an evaluation licence for ${evaluationDays} days when it starts.`,
      );
    return noneStored;
  }
  const organization = file instanceof LicenceProblem ? undefined : file?.organization;
  return readStored(location, config, organization).catch((error: unknown) => {
    console.error(
      `The evaluation licence and the organizations could not be read from the database: ${(error as Error).message}`,
    );
    return noneStored;
  });
};

type View = ReturnType<typeof licenceView>;

const endText = ({ expiresAt, daysLeft, isExpiring }: Pick<View, 'expiresAt' | 'daysLeft' | 'isExpiring'>): string =>
  expiresAt === null
    ? 'never'
    : `${expiresAt}   (${isExpiring ? 'soon: ' : ''}${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left)`;

const asText = ({
  source,
  id,
  licensee,
  organization,
  features,
  issuedAt,
  expiresAt,
  daysLeft,
  isExpiring,
}: View): string =>
  [
    ['source', source],
    ['id', id],
    ['licensee', licensee],
    ['organization', organization],
    ['features', features.join(', ')],
    ['issued', issuedAt],
    ['expires', endText({ expiresAt, daysLeft, isExpiring })],
  ]
    .map(([name, value]) => `  ${name!.padEnd(14)} ${value}`)
    .join('\n');

const show = async (input: string | undefined, { json }: { json?: true }): Promise<void> => {
  const config = readConfig(process.env);
  const keys = licenceKeysOf(config, existingRootKeys(config));
  const file = await (input === undefined ? installedLicence(config, keys) : loadLicence(resolve(input), keys));
  const status = licenceStatus(
    { file, ...(input === undefined ? await stored(config, file) : noneStored) },
    systemClock.now(),
  );
  const view = licenceView(status);
  if (json) console.log(JSON.stringify(view, undefined, 2));
  else if (status.licence) console.log(asText(view));
  if (status.problem !== null) throw new StartError(status.problem);
  if (!status.licence)
    throw new StartError('There is no licence. Issue one for this server with: sallyport licence issue --own');
};

export const showCommand = (): Command =>
  withSettings(new Command('show'))
    .argument('[file]', 'a licence file, signed with a key in LICENCE_PUBLIC_KEY or by this server')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample: sallyport licence show')
    .action(show);
