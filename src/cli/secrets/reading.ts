import type { Reply } from '../../contract.ts';
import { StartError } from '../../platform/errors.ts';
import { folderText, type FolderReference } from '../folder-options.ts';
import type { ApiClient } from '../server/client.ts';
import { suggestion } from '../suggest.ts';

type SecretList = Reply<'listSecrets'>;
export type Secret = SecretList['secrets'][number];
export type ImportedSecret = SecretList['imports'][number]['secrets'][number];

interface Wanted {
  readonly values: boolean;
  readonly recursive?: boolean;
  /** Whether imported secrets and personal ones are included, and references replaced, as a program would get them. */
  readonly effective?: boolean;
}

/** Reads the secrets of a folder. */
export const readSecrets = (
  client: ApiClient,
  { project, environment, path: secretPath }: FolderReference,
  { values: viewSecretValue, recursive = false, effective = false }: Wanted,
): Promise<SecretList> =>
  client.call('listSecrets', {
    query: {
      projectId: project.id,
      environment,
      secretPath,
      recursive,
      viewSecretValue,
      includeImports: effective,
      expandSecretReferences: effective,
      includePersonalOverrides: effective,
    },
  });

/** The value for a table. */
export const valueText = ({ secretValueHidden, secretValue }: Pick<Secret, 'secretValue' | 'secretValueHidden'>) =>
  secretValueHidden ? '(hidden)' : secretValue;

/** A secret that a program in the folder gets, and the folder that it is imported from. */
export interface EffectiveSecret {
  readonly secret: ImportedSecret & Partial<Secret>;
  readonly importedFrom: string | undefined;
}

/** The secrets by name; those of the folder have precedence over imported ones, and later imports over earlier ones. */
export const effectiveSecrets = ({ secrets, imports }: SecretList): Map<string, EffectiveSecret> => {
  const found = new Map<string, EffectiveSecret>();
  for (const { environment, secretPath, secrets: imported } of imports)
    for (const secret of imported)
      found.set(secret.secretKey, { secret, importedFrom: `${environment}:${secretPath}` });
  for (const secret of secrets) found.set(secret.secretKey, { secret, importedFrom: undefined });
  return found;
};

export const unknownSecret = (name: string, known: readonly string[], folder: FolderReference): StartError =>
  new StartError(`There is no secret ${name} in ${folderText(folder)}.${suggestion(name, known)}`);

/** Finds a secret of the folder itself, without its value. */
export const findSecret = async (client: ApiClient, folder: FolderReference, name: string): Promise<Secret> => {
  const { secrets } = await readSecrets(client, folder, { values: false });
  const found = secrets.find(({ secretKey }) => secretKey === name);
  if (found) return found;
  throw unknownSecret(
    name,
    secrets.map(({ secretKey }) => secretKey),
    folder,
  );
};
