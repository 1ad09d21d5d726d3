import { SealError } from '../../../platform/crypto/sealing.ts';

/** Bounds one transaction to a few milliseconds and a few megabytes, and to the owners that cannot change meanwhile. */
export const batch = { count: 200, characters: 4_000_000, owners: 20 };

/** An error that stops a rotation, with a message for administrators of the instance. */
export class RotationProblem extends Error {
  override readonly name = 'RotationProblem';
}

/** Runs the work; an error of decryption becomes a problem that names the record. */
export const withRecordName = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw new RotationProblem(`${name} cannot be re-encrypted: ${cause.message}.`, { cause });
  }
};
