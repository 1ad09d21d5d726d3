import { client } from '../api/client.ts';
import { statusOf } from '../api/errors.ts';
import type { FolderRef } from './use-secrets.ts';

/** Takes the place of a value that the caller may not read. */
const hiddenValue = '<hidden-by-infisical>';

/** Reads the stored value of a secret, with references as they are written. */
export const readById = async (secretId: string): Promise<{ value: string; version: number }> => {
  const { secret } = await client.GET('/api/v4/secrets/id/{secretId}', { params: { path: { secretId } } });
  return { value: secret.secretValue, version: secret.version };
};

const listWithValues = ({ projectId, environment, path }: FolderRef, includeImports: boolean) => {
  const query = {
    projectId,
    environment,
    secretPath: path,
    recursive: false,
    viewSecretValue: true,
    expandSecretReferences: false,
    includeImports,
    includePersonalOverrides: false,
  };
  return client.GET('/api/v4/secrets', { params: { query } });
};

/** Reads all values of a folder that the caller may read, also imported ones, by the ids of the secrets. */
export const readValues = async (folder: FolderRef): Promise<Map<string, string>> => {
  const { secrets, imports } = await listWithValues(folder, true);
  const all = [...secrets, ...imports.flatMap((each) => each.secrets)];
  return new Map(
    all.filter(({ secretValueHidden }) => !secretValueHidden).map(({ id, secretValue }) => [id, secretValue]),
  );
};

/** Reads the values of a folder's own secrets that the caller may read, by their names. */
export const readNamedValues = async (folder: FolderRef): Promise<Map<string, string>> => {
  const { secrets } = await listWithValues(folder, false);
  return new Map(
    secrets
      .filter(({ secretValueHidden }) => !secretValueHidden)
      .map(({ secretKey, secretValue }) => [secretKey, secretValue]),
  );
};

/** Reads what programs get under each name of a folder, also from imports; undefined for what the caller may not read. */
export const readComparable = async (folder: FolderRef): Promise<Map<string, string | undefined>> => {
  try {
    const { secrets, imports } = await listWithValues(folder, true);
    // The last import takes precedence, and the secrets of the folder over all of them.
    return new Map(
      [...imports.flatMap((each) => each.secrets), ...secrets].map(({ secretKey, secretValue, secretValueHidden }) => [
        secretKey,
        secretValueHidden ? undefined : secretValue,
      ]),
    );
  } catch (error) {
    // An environment may lack the folder, or be one of which the person may know nothing.
    if ([403, 404].includes(statusOf(error) ?? 0)) return new Map();
    throw error;
  }
};

/** Reads the value that a secret had in one of its versions; undefined if the caller may not. */
export const readVersion = async (secretId: string, version: number): Promise<string | undefined> => {
  const params = { path: { secretId, version } };
  const { value } = await client.GET('/api/v1/dashboard/secret-versions/{secretId}/value/{version}', { params });
  return value === hiddenValue ? undefined : value;
};
