import type { ProjectAccess } from '../../../access/project-access.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import type { Tag } from '../secrets/state.ts';
import type { ComparedCommit } from './compare.ts';
import { openRequestedContent, type RequestedContent } from './content.ts';

/** A change with what it sets, and the tags of the secret now and then; those that are gone are left out. */
export interface RequestedChange extends ComparedCommit {
  readonly content: RequestedContent;
  readonly tagsNow: readonly Tag[];
  readonly tagsAfter: readonly Tag[];
}

/** Decrypts what the changes of a request set. */
export const readChanges = async (
  { stores, dataKeys }: Pick<Scope, 'stores' | 'dataKeys'>,
  projectId: string,
  compared: readonly ComparedCommit[],
): Promise<RequestedChange[]> => {
  const opened = [];
  for (const one of compared) {
    const key = await findDataKey({ stores, dataKeys }, one.commit.dataKeyId);
    opened.push({ ...one, content: openRequestedContent(key, one.commit) });
  }
  const named = [...new Set(opened.flatMap(({ content }) => content.tagIds ?? []))];
  const [known, tagged] = await Promise.all([
    named.length > 0 ? stores.tags.findMany(projectId, named) : [],
    stores.secrets.tagsOf(opened.flatMap(({ now }) => now?.id ?? [])),
  ]);
  return opened.map((one) => {
    const tagsNow = tagged.filter(({ secretId }) => secretId === one.now?.id);
    const { tagIds } = one.content;
    return { ...one, tagsNow, tagsAfter: tagIds ? known.filter(({ id }) => tagIds.includes(id)) : tagsNow };
  });
};

/** Whether somebody may read the value of the secret both as it is now and as it will be. */
export const mayReadValue = (
  project: ProjectAccess,
  { commit: { key, keyBefore }, folder, tagsNow, tagsAfter }: RequestedChange,
): boolean => {
  if (!folder) return false;
  const mayRead = (name: string, tags: readonly Tag[]): boolean =>
    project.allows('readValue', 'secrets', secretSubjectFields(folder, name, tags));
  return mayRead(keyBefore ?? key, tagsNow) && mayRead(key, tagsAfter);
};
