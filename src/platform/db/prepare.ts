import type { Knex } from 'knex';
import { timestamp, type Clock } from '../clock.ts';
import type { Keyring } from '../crypto/keys.ts';
import { StartError } from '../errors.ts';
import { migrate, type Migration } from './migrate.ts';
import type { Location } from './open.ts';

const refuseForeignKey = async (knex: Knex, keyring: Keyring): Promise<void> => {
  const row = await knex('instance').first<{ rootKeyId: string } | undefined>('rootKeyId');
  if (row && !keyring.find(row.rootKeyId)) {
    throw new StartError(`The root key does not fit this database, which was made with the key ${row.rootKeyId}. Set ROOT_KEY to that one. Nothing was changed.`);
  }
};

/** Makes the database ready for this program and this root key, or changes nothing and says why not. */
export const prepareDatabase = (
  location: Location,
  { migrations, keyring, clock }: { migrations: readonly Migration[]; keyring: Keyring; clock: Clock },
): Promise<readonly string[]> =>
  migrate(location, migrations, {
    before: async (knex) => {
      if (await knex.schema.hasTable('instance')) await refuseForeignKey(knex, keyring);
    },
    after: async (knex) => {
      const now = timestamp(clock.now());
      await knex('instance').insert({ id: 1, rootKeyId: keyring.current.id, createdAt: now, bootstrappedAt: null }).onConflict('id').ignore();
    },
  });
