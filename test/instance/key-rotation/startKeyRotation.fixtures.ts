import {
  newSecretFolder,
  writeSecrets,
  type Contents,
  type RotatingWorld,
  type SecretFolder,
} from '../../support/fixtures/key-rotation.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

/** Locks the rotation, so that no other node can continue it until the lock is released. */
export const lockRotation = ({ server: { parts } }: RotatingWorld): Promise<() => Promise<void>> =>
  new Promise((held) => {
    const holding: Promise<void> = parts.database.transaction(ofInstance, async ({ db }) => {
      await db('key_rotation').forUpdate();
      await new Promise<void>((release) => {
        held(() => {
          release();
          return holding;
        });
      });
    });
  });

export const newSecretPlaces = async (world: RotatingWorld, count: number): Promise<SecretFolder[]> =>
  Promise.all(Array.from({ length: count }, () => newSecretFolder(world)));

/** Writes a number of secrets to each of these folders; returns all values. */
export const fill = async (world: RotatingWorld, places: readonly SecretFolder[], count: number): Promise<Contents> => {
  const written: Contents = new Map();
  for (const place of places)
    for (const [name, content] of await writeSecrets(world, place, count)) written.set(name, content);
  return written;
};
