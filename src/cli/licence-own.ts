import { readConfig, type Config } from '../config.ts';
import { endless, everyOrganization, features, writeLicence } from '../licence/document.ts';
import { ownLicenceKey } from '../licence/own-key.ts';
import { systemClock } from '../platform/clock.ts';
import { ownLicenceFileIn } from '../platform/db/sqlite/data-directory.ts';
import { StartError } from '../platform/errors.ts';
import { randomIds } from '../platform/ids.ts';
import { existingRootKeys } from '../storage.ts';
import { writeNewFile } from './new-file.ts';

/** Where the server looks for its licence; null if it must be told. */
const fileOf = ({ licenceFile, database }: Config): string | null =>
  licenceFile ?? (database.kind === 'sqlite' ? ownLicenceFileIn(database.directory) : null);

/** Issues a licence for all features of the server with these settings, signed with a key of its root key. */
export const issueOwnLicence = (out: string | undefined): void => {
  const config = readConfig(process.env);
  if (config.licenceKeys.length > 0)
    throw new StartError(
      'LICENCE_PUBLIC_KEY is set: this server accepts only licences of that issuer, and none of its own.',
    );
  const [rootKey] = existingRootKeys(config);
  if (!rootKey)
    throw new StartError(
      'The server has no root key yet. Start it once, or check DATA_DIR and ROOT_KEY, and try again.',
    );
  const text = `${writeLicence(ownLicenceKey(rootKey), {
    id: randomIds.uuid(),
    licensee: 'The operator of this server',
    organization: everyOrganization,
    features,
    issuedAt: systemClock.now(),
    expiresAt: endless,
  })}\n`;
  const expected = fileOf(config);
  const file = out ?? expected;
  if (file === null) process.stdout.write(text);
  else writeNewFile(file, text, 0o644);
  console.error(
    file !== null && file === expected
      ? `The licence is in ${file}; it has no end. The server uses it within seconds.`
      : 'The licence has no end. Set LICENCE_FILE to its file.',
  );
};
