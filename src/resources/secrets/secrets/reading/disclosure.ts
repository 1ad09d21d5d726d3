import type { ProjectAccess } from '../../../../access/project-access.ts';
import { someRuleDistinguishes, type Renaming } from '../../../../access/renaming.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { Tag } from '../state.ts';
import type { SecretRow } from '../store.ts';
import { secretSubjectFields } from '../../../../access/secret-fields.ts';

type Slugged = Pick<Tag, 'slug'>;

/** The name and tags of a secret before and after a change. */
export interface NameAndTagChange {
  readonly before: { readonly row: Pick<SecretRow, 'id' | 'key' | 'ownerId'>; readonly tags: readonly Slugged[] };
  readonly keyAfter: string;
  readonly tagsAfter: readonly Slugged[];
}

const slugsOf = (tags: readonly Slugged[]): string[] => tags.map(({ slug }) => slug);

/** The slugs that only one of the lists has. */
const slugDifference = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((slug) => !other.includes(slug)),
  ...other.filter((slug) => !one.includes(slug)),
];

/** The actions on an existing secret, without `edit`, which anyone who changes its name or tags is allowed. */
const actionsToProtect = ['readValue', 'describeSecret', 'delete'];

const renamingsOf = (
  { before: { row, tags }, keyAfter, tagsAfter }: NameAndTagChange,
  actions: readonly string[],
): Renaming[] => {
  const renaming = { subjects: ['secrets'], actions };
  return [
    ...(keyAfter === row.key ? [] : [{ ...renaming, field: 'secretName', before: row.key, after: keyAfter }]),
    ...slugDifference(slugsOf(tags), slugsOf(tagsAfter)).map((slug) => ({
      ...renaming,
      field: 'secretTags',
      before: slug,
      after: undefined,
    })),
  ];
};

/** Whether the change can matter to other users: personal secrets are visible only to their owner. */
const isNoticeable = (change: NameAndTagChange): boolean =>
  change.before.row.ownerId === '' && renamingsOf(change, []).length > 0;

/**
 * Returns the changes of a secret's name and tags that could let somebody do to it what the caller is not allowed to
 * do now. Old versions are authorized by the names they had, with the current tags: a caller who may not read one of
 * them counts as not allowed to read the secret.
 */
export const disclosesMore = (
  project: Pick<ProjectAccess, 'allows'>,
  folderRef: FolderRef,
  change: NameAndTagChange,
  formerNames: readonly string[],
): readonly Renaming[] => {
  const { row, tags } = change.before;
  const allows = (action: string, name: string): boolean =>
    project.allows(action, 'secrets', secretSubjectFields(folderRef, name, tags));
  const lacking = actionsToProtect.filter(
    (action) =>
      !allows(action, row.key) || (action === 'readValue' && !formerNames.every((name) => allows(action, name))),
  );
  return lacking.length > 0 ? renamingsOf(change, lacking) : [];
};

/**
 * Throws 403 for a change of names or tags that could let somebody do to a secret what the caller is not allowed to do
 * now, above all read its value. Such a change is allowed only if no rule of the project on that action distinguishes
 * the old name or tags from the new.
 */
export const refuseDisclosure = async (
  tx: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  changes: readonly NameAndTagChange[],
): Promise<void> => {
  const noticeable = changes.filter(isNoticeable);
  if (noticeable.length === 0) return;
  const formerNames = new Map<string, string[]>(noticeable.map(({ before: { row } }) => [row.id, []]));
  for (const { secretId, key } of await tx.stores.secretVersions.formerNames([...formerNames.keys()]))
    formerNames.get(secretId)!.push(key);
  const renamings = noticeable.flatMap((change) =>
    disclosesMore(project, folderRef, change, formerNames.get(change.before.row.id)!),
  );
  if (!(await someRuleDistinguishes(tx, project.row.id, renamings))) return;
  const action = actionsToProtect.find((name) => renamings.some(({ actions = [] }) => actions.includes(name)));
  project.refuse(action!, 'secrets');
};
