import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { ProjectWithIgnoreValues, SealedIgnoreValues } from './store.ts';

/** Binds the ciphertext to the project, so that it cannot be decrypted for another one. */
const contextOf = (projectId: string): string => `project:${projectId}:ignore-values`;

export const encryptIgnoreValues = (
  key: DataKey,
  projectId: string,
  values: readonly string[],
): SealedIgnoreValues => ({
  ignoreValuesKeyId: key.id,
  sealedIgnoreValues: seal(key, JSON.stringify(values), contextOf(projectId)),
});

export const decryptIgnoreValues = (
  key: DataKey,
  { id, sealedIgnoreValues }: Pick<ProjectWithIgnoreValues, 'id' | 'sealedIgnoreValues'>,
): string[] => JSON.parse(open(key, sealedIgnoreValues!, contextOf(id)).toString()) as string[];
