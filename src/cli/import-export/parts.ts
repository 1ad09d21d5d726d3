import type { Reply, Request } from '../../contract.ts';
import { StartError } from '../../platform/errors.ts';
import { RefusedByServer, type ApiClient } from '../server/client.ts';

export type ImportBody = Omit<Request<'importSecrets'>['body'], 'dryRun'>;
export type ImportResult = Reply<'importSecrets'>;
type Folder = ImportBody['folders'][number];
type Secret = NonNullable<Folder['secrets']>[number];

/** Less than what every server accepts in one request. */
const maxBytes = 700_000;
const maxSecrets = 5_000;
const maxFolders = 500;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Fills parts with folders and secrets, each up to the size that a request may have. */
class Parts {
  readonly all: Folder[][] = [];
  #bytes = 0;
  #secrets = 0;

  addFolder({ secrets = [], ...folder }: Folder): void {
    this.#open({ ...folder, secrets: [] });
    for (const secret of secrets) this.#addSecret(folder, secret);
  }

  #open(folder: Folder): void {
    const bytes = sizeOf(folder);
    const current = this.all.at(-1);
    if (!current || this.#bytes + bytes > maxBytes || current.length >= maxFolders) {
      this.all.push([]);
      [this.#bytes, this.#secrets] = [0, 0];
    }
    this.all.at(-1)!.push(folder);
    this.#bytes += bytes;
  }

  #addSecret({ environment, path }: Folder, secret: Secret): void {
    const bytes = sizeOf(secret) + 1;
    const isFull = this.#secrets > 0 && (this.#bytes + bytes > maxBytes || this.#secrets >= maxSecrets);
    if (isFull) {
      this.all.push([]);
      [this.#bytes, this.#secrets] = [0, 0];
      this.#open({ environment, path, secrets: [] });
    }
    this.all.at(-1)!.at(-1)!.secrets!.push(secret);
    this.#bytes += bytes;
    this.#secrets += 1;
  }
}

/** Splits an import into several, of which each is done or not; secret imports come last, when their sources exist. */
export const splitImport = ({ folders, ...rest }: ImportBody): ImportBody[] => {
  const parts = new Parts();
  for (const { imports: _imports, ...folder } of folders) parts.addFolder(folder);
  const importing = folders.filter(({ imports = [] }) => imports.length > 0);
  const links = importing.map(({ environment, path, imports = [] }) => ({ environment, path, imports }));
  return [...parts.all, ...(links.length > 0 ? [links] : [])].map((part) => ({ ...rest, folders: part }));
};

const tooLarge = (): StartError =>
  new StartError(
    'The import is larger than one request to this server may be, so it cannot be done at once. Raise BODY_LIMIT of the server, or give --in-parts to import it in several steps, each of them all or nothing.',
  );

/** Adds up the results of the parts. */
export const sumOf = (results: readonly ImportResult[]): ImportResult => {
  const total = (what: 'created' | 'changed' | 'unchanged'): number => results.reduce((sum, one) => sum + one[what], 0);
  const distinct = (what: 'environments' | 'tags'): string[] => [...new Set(results.flatMap((one) => one[what]))];
  return {
    dryRun: results.every(({ dryRun }) => dryRun),
    created: total('created'),
    changed: total('changed'),
    unchanged: total('unchanged'),
    environments: distinct('environments'),
    tags: distinct('tags'),
    folders: results.flatMap(({ folders }) => folders),
  };
};

/** Sends the import, at once or in parts. */
export const sendImport = async (
  client: ApiClient,
  projectId: string,
  body: ImportBody,
  { dryRun, inParts, onPart }: { dryRun: boolean; inParts: boolean; onPart?: (done: number, total: number) => void },
): Promise<ImportResult> => {
  const bodies = inParts ? splitImport(body) : [body];
  const results: ImportResult[] = [];
  for (const part of bodies) {
    onPart?.(results.length, bodies.length);
    results.push(
      await client
        .call('importSecrets', { params: { projectId }, body: { ...part, dryRun } })
        .catch((error: unknown) => {
          throw error instanceof RefusedByServer && error.status === 413 ? tooLarge() : error;
        }),
    );
  }
  return sumOf(results);
};
