import { client } from '../../../api/client.ts';
import type { ChosenFolder } from '../../../secrets/folder-fields.tsx';
import type { FolderRef, ListedSecret } from '../../../secrets/use-secrets.ts';

/** What is done with selected secrets and another folder. */
export type TransferKind = 'copy' | 'move';

/** How many secrets one request copies. */
const copiedAtOnce = 50;

const everything = { value: true, comment: true, tags: true, metadata: true, skipMultilineEncoding: true };

const placesOf = (from: FolderRef, to: ChosenFolder) => ({
  projectId: from.projectId,
  sourceEnvironment: from.environment,
  sourceSecretPath: from.path,
  destinationEnvironment: to.environment,
  destinationSecretPath: to.path,
});

const moveIds = (from: FolderRef, to: ChosenFolder, secretIds: string[], shouldOverwrite: boolean) =>
  client.POST('/api/v4/secrets/move', { body: { ...placesOf(from, to), secretIds, shouldOverwrite } });

const copyIds = async (from: FolderRef, to: ChosenFolder, secretIds: string[], shouldOverwrite: boolean) => {
  for (let at = 0; at < secretIds.length; at += copiedAtOnce)
    await client.POST('/api/v4/secrets/duplicate', {
      body: {
        ...placesOf(from, to),
        secretIds: secretIds.slice(at, at + copiedAtOnce),
        shouldOverwrite,
        attributesToCopy: everything,
      },
    });
};

/** Copies or moves secrets; returns what takes that back, unless it may have replaced something. */
export const transfer = async (
  kind: TransferKind,
  from: FolderRef,
  to: ChosenFolder,
  secrets: readonly ListedSecret[],
  shouldOverwrite: boolean,
): Promise<(() => Promise<unknown>) | undefined> => {
  const ids = secrets.map(({ id }) => id);
  await (kind === 'copy' ? copyIds : moveIds)(from, to, ids, shouldOverwrite);
  if (shouldOverwrite) return undefined;
  const { projectId } = from;
  if (kind === 'move') return () => moveIds({ projectId, ...to }, from, ids, false);
  const names = secrets.map(({ secretKey }) => ({ secretKey, type: 'shared' as const }));
  return () =>
    client.DELETE('/api/v4/secrets/batch', {
      body: { projectId, environment: to.environment, secretPath: to.path, secrets: names },
    });
};

interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const sendTags = (
  { projectId, environment, path }: FolderRef,
  secrets: readonly { readonly secretKey: string; readonly tagIds: string[] }[],
) =>
  client.PATCH('/api/v4/secrets/batch', {
    body: { projectId, environment, secretPath: path, mode: 'failOnNotFound', secrets: [...secrets] },
  });

/** Adds tags to secrets and removes others; returns what takes that back. */
export const changeTags = async (
  folder: FolderRef,
  secrets: readonly ListedSecret[],
  { add, remove }: TagChange,
): Promise<() => Promise<unknown>> => {
  const before = secrets.map(({ secretKey, tags }) => ({ secretKey, tagIds: tags.map(({ id }) => id) }));
  await sendTags(
    folder,
    before.map(({ secretKey, tagIds }) => ({
      secretKey,
      tagIds: [...new Set([...tagIds.filter((id) => !remove.includes(id)), ...add])],
    })),
  );
  return () => sendTags(folder, before);
};
