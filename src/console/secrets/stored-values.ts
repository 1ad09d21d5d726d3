import { client } from '../api/client.ts';
import type { FolderRef } from './use-secrets.ts';

/** Takes the place of a value that the caller may not read. */
const hiddenValue = '<hidden-by-infisical>';

/** Reads the stored value of a secret, with references as they are written. */
export const readById = async (secretId: string): Promise<{ value: string; version: number }> => {
  const { secret } = await client.GET('/api/v4/secrets/id/{secretId}', { params: { path: { secretId } } });
  return { value: secret.secretValue, version: secret.version };
};

/** Reads all values of a folder that the caller may read, also imported ones, by the ids of the secrets. */
export const readValues = async ({ projectId, environment, path }: FolderRef): Promise<Map<string, string>> => {
  const query = {
    projectId,
    environment,
    secretPath: path,
    recursive: false,
    viewSecretValue: true,
    expandSecretReferences: false,
    includeImports: true,
    includePersonalOverrides: false,
  };
  const { secrets, imports } = await client.GET('/api/v4/secrets', { params: { query } });
  const all = [...secrets, ...imports.flatMap((each) => each.secrets)];
  return new Map(
    all.filter(({ secretValueHidden }) => !secretValueHidden).map(({ id, secretValue }) => [id, secretValue]),
  );
};

/** Reads the value that a secret had in one of its versions; undefined if the caller may not. */
export const readVersion = async (secretId: string, version: number): Promise<string | undefined> => {
  const params = { path: { secretId, version } };
  const { value } = await client.GET('/api/v1/dashboard/secret-versions/{secretId}/value/{version}', { params });
  return value === hiddenValue ? undefined : value;
};
