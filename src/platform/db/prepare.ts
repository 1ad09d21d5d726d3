import type { Knex } from 'knex';
import { timestamp, type Clock } from '../clock.ts';
import type { Keyring } from '../crypto/keys.ts';
import { StartError } from '../errors.ts';
import { migrate, type Migration, type Steps } from './knex/migrate.ts';
import type { Location } from './open.ts';

const refuseForeignKey = async (knex: Knex, keyring: Keyring): Promise<void> => {
  const row = await knex('instance').first<{ rootKeyId: string } | undefined>('rootKeyId');
  if (row && !keyring.find(row.rootKeyId)) {
    throw new StartError(
      `The root key does not fit this database, which needs the key ${row.rootKeyId}. Set ROOT_KEY to that one, or list it there. Nothing was changed.`,
    );
  }
};

const whyNot = (error: unknown): StartError => {
  if (error instanceof StartError) return error;
  // A refused connection may come without words, only with a code.
  const { message, code = 'unknown' } = error as { message?: string; code?: string };
  return new StartError(`The database cannot be used: ${message === '' ? code : message}`, { cause: error });
};

/** Makes the database ready for this program and this root key, or changes nothing and says why not. */
export const prepareDatabase = async (
  location: Location,
  { migrations, keyring, clock }: { migrations: readonly Migration[]; keyring: Keyring; clock: Clock },
): Promise<readonly string[]> => {
  const steps: Steps = {
    before: async (knex) => {
      if (await knex.schema.hasTable('instance')) await refuseForeignKey(knex, keyring);
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
    throw whyNot(error);
  }
};
