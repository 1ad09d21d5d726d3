import type { ApiClient } from '../server/client.ts';
import { sendImport, type ImportBody } from './parts.ts';

type Secret = NonNullable<ImportBody['folders'][number]['secrets']>[number];

/** A secret and the folder that it is imported into. */
export interface FolderSecret {
  readonly environment: string;
  readonly path: string;
  readonly secret: Secret;
}

export const secretName = ({ environment, path, secret }: FolderSecret): string =>
  `${environment}:${path} ${secret.secretKey}`;

/** Finds the numbers of the current versions on the target, by `secretName`. */
export const versionsThere = async (
  target: ApiClient,
  projectId: string,
  { folders }: ImportBody,
): Promise<Map<string, number>> => {
  const { project } = await target.call('getProject', { params: { projectId } });
  const present = new Set(project.environments.map(({ slug }) => slug));
  const versions = new Map<string, number>();
  for (const environment of new Set(folders.map((folder) => folder.environment))) {
    if (!present.has(environment)) continue;
    const { secrets } = await target.call('listSecrets', {
      query: {
        projectId,
        environment,
        secretPath: '/',
        recursive: true,
        viewSecretValue: false,
        includeImports: false,
      },
    });
    for (const { secretPath, secretKey, version } of secrets)
      versions.set(`${environment}:${secretPath} ${secretKey}`, version);
  }
  return versions;
};

/** Groups secrets by folder, each with one of its earlier values. */
const layerOf = (body: ImportBody, values: ReadonlyMap<FolderSecret, string>): ImportBody => {
  const folders = new Map<string, ImportBody['folders'][number]>();
  for (const [{ environment, path, secret }, secretValue] of values) {
    const name = `${environment}:${path}`;
    const folder = folders.get(name) ?? { environment, path, secrets: [] };
    folder.secrets!.push({ ...secret, secretValue });
    folders.set(name, folder);
  }
  return { ...body, folders: [...folders.values()] };
};

/** Imports earlier values of secrets, the oldest first: those of all secrets that are equally old at once. */
export const importEarlier = async (
  target: ApiClient,
  projectId: string,
  body: ImportBody,
  earlier: ReadonlyMap<FolderSecret, readonly string[]>,
): Promise<void> => {
  for (let index = 0; [...earlier.values()].some((values) => values.length > index); index += 1) {
    const layer = [...earlier].filter(([, values]) => values.length > index);
    const values = new Map(layer.map(([secret, all]) => [secret, all[index]!]));
    await sendImport(target, projectId, layerOf(body, values), { dryRun: false, inParts: true });
  }
};
