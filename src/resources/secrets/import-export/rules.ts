import type { Request } from '../../../contract.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { mapYielding } from '../../../platform/yielding.ts';
import { inBody, readPath, type FolderRef } from '../folders/rules.ts';
import type { SecretState } from '../secrets/state.ts';
import { readContent, type ContentChange } from '../secrets/writing/input.ts';

type Body = Request<'importSecrets'>['body'];
type FolderInput = Body['folders'][number];

/** A secret to import. */
export interface SecretEntry {
  readonly key: string;
  /** Without tags. */
  readonly content: ContentChange;
  /** Replace all tags; undefined if these stay. */
  readonly tagSlugs: readonly string[] | undefined;
}

/** A folder to import. */
export interface FolderEntry {
  readonly folderRef: FolderRef;
  readonly description: string | null | undefined;
  readonly secrets: readonly SecretEntry[];
  readonly imports: readonly FolderRef[];
}

/** Everything that a request imports. */
export interface ImportDocument {
  readonly environments: NonNullable<Body['environments']>;
  readonly tags: NonNullable<Body['tags']>;
  readonly folders: readonly FolderEntry[];
}

/** The most secrets that one request imports. */
export const maxSecrets = 10_000;

export const folderKey = ({ environment, path }: FolderRef): string => `${environment}:${path}`;

const refuseTooMany = (folders: readonly FolderInput[]): void => {
  const count = folders.reduce((sum, { secrets = [] }) => sum + secrets.length, 0);
  refuseIssues(
    count > maxSecrets
      ? [
          {
            code: 'too_big',
            in: 'body',
            path: ['folders'],
            message: `must not have more than ${maxSecrets} secrets in total; there are ${count}`,
          },
        ]
      : [],
  );
};

/** Collects an issue for each name that occurs earlier in the list. */
const repeatedIn = (names: readonly string[], pathOf: (index: number) => (string | number)[]): ValidationIssue[] => {
  const seen = new Set<string>();
  return names.flatMap((name, index) =>
    seen.size === seen.add(name).size
      ? [
          {
            code: 'invalid' as const,
            in: 'body' as const,
            path: pathOf(index).map(String),
            message: 'must not be repeated in this list',
          },
        ]
      : [],
  );
};

const readFolder = async (
  { environment, path, description, secrets = [], imports = [] }: FolderInput,
  at: number,
): Promise<FolderEntry> => ({
  folderRef: { environment, path: readPath(path, inBody('folders', at, 'path')) },
  description,
  secrets: await mapYielding([...secrets.entries()], ([index, { secretKey, tagSlugs, ...input }]) => ({
    key: secretKey,
    content: readContent(input, inBody('folders', at, 'secrets', index)),
    tagSlugs: tagSlugs && [...new Set(tagSlugs)],
  })),
  imports: imports.map((source, index) => ({
    environment: source.environment,
    path: readPath(source.path, inBody('folders', at, 'imports', index, 'path')),
  })),
});

/** Reads the request; 422 for too many secrets, and for folders, secrets and secret imports that occur twice. */
export const readDocument = async ({ environments = [], tags = [], folders }: Body): Promise<ImportDocument> => {
  refuseTooMany(folders);
  const entries: FolderEntry[] = [];
  for (const [at, folder] of folders.entries()) entries.push(await readFolder(folder, at));
  refuseIssues([
    ...repeatedIn(
      environments.map(({ slug }) => slug),
      (index) => ['environments', index, 'slug'],
    ),
    ...repeatedIn(
      tags.map(({ slug }) => slug),
      (index) => ['tags', index, 'slug'],
    ),
    ...repeatedIn(
      entries.map(({ folderRef }) => folderKey(folderRef)),
      (index) => ['folders', index, 'path'],
    ),
    ...entries.flatMap(({ secrets, imports }, at) => [
      ...repeatedIn(
        secrets.map(({ key }) => key),
        (index) => ['folders', at, 'secrets', index, 'secretKey'],
      ),
      ...repeatedIn(imports.map(folderKey), (index) => ['folders', at, 'imports', index, 'path']),
    ]),
  ]);
  return { environments, tags, folders: entries };
};

const comparable = ({ references: _references, tags, ...state }: SecretState): string =>
  JSON.stringify([
    state.value,
    state.comment,
    state.metadata.map(({ key, value, isEncrypted }) => [key, value, isEncrypted]),
    tags.map(({ slug }) => slug).sort(),
    state.skipMultilineEncoding ?? false,
    state.reminderRepeatDays,
    state.reminderNote,
  ]);

/** Whether a secret with the first content need not be changed to have the second. */
export const isSameContent = (one: SecretState, other: SecretState): boolean => comparable(one) === comparable(other);
