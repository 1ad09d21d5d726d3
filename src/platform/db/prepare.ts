import type { Knex } from 'knex';
import { timestamp, type Clock } from '../clock.ts';
import type { Keyring } from '../crypto/keys.ts';
import { StartError } from '../errors.ts';
import { migrate, type Migration, type Steps } from './knex/migrate.ts';
import type { Location } from './open.ts';

const requireMatchingKey = async (knex: Knex, keyring: Keyring): Promise<void> => {
  const row = await knex('instance').first<{ rootKeyId: string } | undefined>('rootKeyId');
  if (row && !keyring.find(row.rootKeyId)) {
    throw new StartError(
      `The root key does not fit this database, which needs the key ${row.rootKeyId}. Set ROOT_KEY to that one, or list it there. Nothing was changed.`,
    );
  }
};

const startErrorOf = (error: unknown): StartError => {
  if (error instanceof StartError) return error;
  // The error of a refused connection may have a code and no message.
  const { message, code = 'unknown' } = error as { message?: string; code?: string };
  return new StartError(`The database cannot be used: ${message === '' ? code : message}`, { cause: error });
};

/** Migrates the database and stores the id of a new root key; throws without a change if the root key does not match. */
export const prepareDatabase = async (
  location: Location,
  { migrations, keyring, clock }: { migrations: readonly Migration[]; keyring: Keyring; clock: Clock },
): Promise<readonly string[]> => {
  const steps: Steps = {
    before: async (knex) => {
      if (await knex.schema.hasTable('instance')) await requireMatchingKey(knex, keyring);
    },
    after: async (knex) => {
      const now = timestamp(clock.now());
      await knex('instance')
        .insert({ id: 1, rootKeyId: keyring.current.id, createdAt: now, bootstrappedAt: null })
        .onConflict('id')
        .ignore();
    },
  };
  try {
    return await migrate(location, migrations, steps);
  } catch (error) {
    throw startErrorOf(error);
  }
};
