import { client } from '../api/client.ts';

/** Where a secret is. */
export interface SecretAddress {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
  readonly name: string;
}

interface Options {
  readonly type?: 'shared' | 'personal' | undefined;
  /** Whether references are replaced by the values that they refer to. */
  readonly isResolved?: boolean;
}

/** Reads a secret with its value, which is in no cache. */
export const readSecret = async (address: SecretAddress, { type = 'shared', isResolved = false }: Options = {}) => {
  const { projectId, environment, path, name } = address;
  const { secret } = await client.GET('/api/v4/secrets/{secretName}', {
    params: {
      path: { secretName: name },
      query: {
        projectId,
        environment,
        secretPath: path,
        type,
        viewSecretValue: true,
        expandSecretReferences: isResolved,
        includeImports: false,
      },
    },
  });
  return secret;
};

/** What failed is not the request, but has a message for the person all the same. */
export class ValueNotReadable extends Error {
  readonly statusCode = 403;
}

/** Reads the value of a secret; throws if the person may only know that the secret exists. */
export const readValue = async (address: SecretAddress, options?: Options): Promise<string> => {
  const { secretValue, secretValueHidden } = await readSecret(address, options);
  if (secretValueHidden) throw new ValueNotReadable('You are not allowed to read this value.');
  return secretValue;
};

/** Whether a value refers to other secrets. */
export const hasReferences = (value: string): boolean => /\$\{[^}]+\}/.test(value);
