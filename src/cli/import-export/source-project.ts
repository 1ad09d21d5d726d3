import type { Reply } from '../../contract.ts';
import { RefusedByServer, type ApiClient } from '../server/client.ts';
import { isSecretName } from '../../formats/dotenv.ts';
import type { ImportBody } from './parts.ts';
import type { Report } from './report.ts';

type Folder = ImportBody['folders'][number];
type ListedSecret = Reply<'listSecrets'>['secrets'][number];
export type SourceProject = Reply<'listProjects'>['projects'][number];

/** A secret of the source with what is needed to find its earlier versions. */
export interface SourceSecret {
  readonly id: string;
  readonly version: number;
  readonly environment: string;
  readonly path: string;
  readonly secret: NonNullable<Folder['secrets']>[number];
}

/** Everything of a project that comes along in one import. */
export interface SourceContents {
  readonly body: ImportBody;
  readonly secrets: readonly SourceSecret[];
}

/** The most folders that are read of one environment. */
const maxFolders = 10_000;
const maxValue = 1_048_576;
const validPath = /^\/([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)?$/;

/** Returns why the secret cannot come along. */
const problemOf = ({ secretKey, secretValue, secretValueHidden, type }: ListedSecret): string | undefined => {
  if (type === 'personal') return 'Personal secrets, which belong to their users';
  if (secretValueHidden) return 'Secrets that the token of the source may not read';
  if (!isSecretName(secretKey)) return 'Secrets whose names are not allowed here';
  return secretValue.length > maxValue ? 'Secrets whose values are too long' : undefined;
};

// Other servers leave out fields without a value.
const portable = (secret: Partial<ListedSecret> & Pick<ListedSecret, 'secretKey' | 'secretValue'>) => ({
  secretKey: secret.secretKey,
  secretValue: secret.secretValue,
  secretComment: secret.secretComment ?? '',
  secretMetadata: (secret.secretMetadata ?? []).map(({ key, value, isEncrypted }) => ({ key, value, isEncrypted })),
  tagSlugs: (secret.tags ?? []).map(({ slug }) => slug),
  skipMultilineEncoding: secret.skipMultilineEncoding ?? null,
  secretReminderNote: secret.secretReminderNote ?? null,
  secretReminderRepeatDays: secret.secretReminderRepeatDays ?? null,
});

/** Reads a project from a server with the same API. */
export class SourceReader {
  readonly #client: ApiClient;
  readonly #report: Report;
  readonly #onFolder: (what: string) => void;

  constructor(client: ApiClient, report: Report, onFolder: (what: string) => void) {
    this.#client = client;
    this.#report = report;
    this.#onFolder = onFolder;
  }

  async read({ id, slug, environments }: SourceProject): Promise<SourceContents> {
    const { tags } = await this.#client.call('listTags', { params: { projectId: id } });
    const folders: Folder[] = [];
    const secrets: SourceSecret[] = [];
    for (const { slug: environment } of environments) {
      for (const { path, description } of await this.#folders(id, environment)) {
        this.#onFolder(`${slug} ${environment}:${path}`);
        const here = await this.#secrets(id, environment, path);
        secrets.push(...here);
        folders.push({
          environment,
          path,
          description,
          secrets: here.map(({ secret }) => secret),
          imports: await this.#imports(id, environment, path),
        });
      }
    }
    return {
      secrets,
      body: {
        environments: environments.map((one) => ({ slug: one.slug, name: one.name })),
        tags: tags.map((tag) => ({ slug: tag.slug, color: tag.color })),
        folders,
      },
    };
  }

  async #folders(projectId: string, environment: string): Promise<{ path: string; description: string | null }[]> {
    const { folders } = await this.#client.call('listFolders', {
      query: { projectId, environment, path: '/', recursive: true },
    });
    const all = folders.map((folder) => ({
      path: folder.relativePath ?? `/${folder.name}`,
      description: folder.description ?? null,
    }));
    const sound = all.filter(({ path }) => validPath.test(path)).slice(0, maxFolders);
    for (const { path } of all.filter((one) => !sound.includes(one)))
      this.#report.add('Folders with names that are not allowed here, or too many of them', `${environment}:${path}`);
    return [{ path: '/', description: null }, ...sound];
  }

  async #secrets(projectId: string, environment: string, secretPath: string): Promise<SourceSecret[]> {
    const listed = await this.#orUnreadable(`secrets of ${environment}:${secretPath}`, () =>
      this.#client.call('listSecrets', {
        query: {
          projectId,
          environment,
          secretPath,
          viewSecretValue: true,
          expandSecretReferences: false,
          includeImports: false,
        },
      }),
    );
    return (listed?.secrets ?? []).flatMap((secret) => {
      const problem = problemOf(secret);
      if (problem !== undefined) {
        this.#report.add(problem, `${environment}:${secretPath} ${secret.secretKey}`);
        return [];
      }
      const { id, version } = secret;
      return [{ id, version, environment, path: secretPath, secret: portable(secret) }];
    });
  }

  async #imports(projectId: string, environment: string, path: string): Promise<NonNullable<Folder['imports']>> {
    const listed = await this.#orUnreadable(`secret imports of ${environment}:${path}`, () =>
      this.#client.call('listSecretImports', { query: { projectId, environment, path } }),
    );
    return (listed?.secretImports ?? []).flatMap((row) => {
      const isFromHere = !('sourceProjectId' in row) || row.sourceProjectId === projectId;
      if (isFromHere && !row.isReplication) return [{ environment: row.importEnv.slug, path: row.importPath }];
      this.#report.add('Secret imports from other projects, and replicating ones', `${environment}:${path}`);
      return [];
    });
  }

  async #orUnreadable<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RefusedByServer) || error.status !== 403) throw error;
      this.#report.add('What the token of the source may not read', what);
      return undefined;
    }
  }

  /** Returns the values of a secret from the oldest on, of at most the last `limit` versions; equal ones in a row once. */
  async values({ id, environment, path, secret }: SourceSecret, limit: number): Promise<string[]> {
    const found = await this.#orUnreadable(`versions of ${environment}:${path} ${secret.secretKey}`, () =>
      this.#client.call('listSecretVersions', { params: { secretId: id }, query: { offset: 0, limit } }),
    );
    const readable = (found?.secretVersions ?? []).filter(
      ({ secretValueHidden, secretValue }) => !secretValueHidden && secretValue !== '',
    );
    const oldestFirst = readable
      .sort((one, other) => one.version - other.version)
      .map(({ secretValue }) => secretValue);
    const values = [...oldestFirst, secret.secretValue];
    return values.filter((value, index) => value !== values[index - 1]);
  }
}
