import type { ProjectAccess } from '../../../../access/project-access.ts';
import { someRuleDistinguishes, type Renaming } from '../../../../access/renaming.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { Tag } from '../state.ts';
import type { SecretRow } from '../store.ts';
import { secretSubjectFields } from '../subject-fields.ts';

type Slugged = Pick<Tag, 'slug'>;

/** A secret that gets another name or other tags, or keeps both. */
export interface NameAndTagChange {
  readonly before: { readonly row: Pick<SecretRow, 'id' | 'key' | 'ownerId'>; readonly tags: readonly Slugged[] };
  readonly keyAfter: string;
  readonly tagsAfter: readonly Slugged[];
}

const slugsOf = (tags: readonly Slugged[]): string[] => tags.map(({ slug }) => slug);

/** The slugs of either that the other lacks. */
const differing = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((slug) => !other.includes(slug)),
  ...other.filter((slug) => !one.includes(slug)),
];

/** What may be done with a secret that is there; whoever relabels it may edit it anyway. */
const others = ['readValue', 'describeSecret', 'delete'];

const renamingsOf = (
  { before: { row, tags }, keyAfter, tagsAfter }: NameAndTagChange,
  actions: readonly string[],
): Renaming[] => {
  const renaming = { subjects: ['secrets'], actions };
  return [
    ...(keyAfter === row.key ? [] : [{ ...renaming, field: 'secretName', before: row.key, after: keyAfter }]),
    ...differing(slugsOf(tags), slugsOf(tagsAfter)).map((slug) => ({
      ...renaming,
      field: 'secretTags',
      before: slug,
      after: undefined,
    })),
  ];
};

/** A personal secret is nobody else's. */
const isNoticeable = (relabelling: NameAndTagChange): boolean =>
  relabelling.before.row.ownerId === '' && renamingsOf(relabelling, []).length > 0;

/**
 * The changes of a secret's name and tags by which somebody could do to it what the caller may not do to it now. Its
 * versions are read under their own names too, with the tags of today: so whoever may not read one of them counts as
 * one who may not read the secret.
 */
export const disclosesMore = (
  project: Pick<ProjectAccess, 'allows'>,
  place: FolderRef,
  relabelling: NameAndTagChange,
  formerNames: readonly string[],
): readonly Renaming[] => {
  const { row, tags } = relabelling.before;
  const allows = (action: string, name: string): boolean =>
    project.allows(action, 'secrets', secretSubjectFields(place, name, tags));
  const lacking = others.filter(
    (action) =>
      !allows(action, row.key) || (action === 'readValue' && !formerNames.every((name) => allows(action, name))),
  );
  return lacking.length > 0 ? renamingsOf(relabelling, lacking) : [];
};

/**
 * 403 for another name or other tags that would let somebody do to the secret what the caller may not do to it now:
 * read its value, above all. Then it can be relabelled only where no rule of the project about that action can tell the
 * difference.
 */
export const refuseDisclosure = async (
  tx: Scope,
  project: ProjectAccess,
  place: FolderRef,
  relabellings: readonly NameAndTagChange[],
): Promise<void> => {
  const noticeable = relabellings.filter(isNoticeable);
  if (noticeable.length === 0) return;
  const formerNames = new Map<string, string[]>(noticeable.map(({ before: { row } }) => [row.id, []]));
  for (const { secretId, key } of await tx.stores.secretVersions.formerNames([...formerNames.keys()]))
    formerNames.get(secretId)!.push(key);
  const renamings = noticeable.flatMap((relabelling) =>
    disclosesMore(project, place, relabelling, formerNames.get(relabelling.before.row.id)!),
  );
  if (!(await someRuleDistinguishes(tx, project.project.id, renamings))) return;
  const lost = others.find((action) => renamings.some(({ actions = [] }) => actions.includes(action)));
  project.refuse(lost!, 'secrets');
};

/**
 * 403 unless the caller may also read what secrets said under earlier names: their versions go with them, to a folder
 * where other rules match.
 */
export const requireFormerNames = async (
  { stores }: Scope,
  project: ProjectAccess,
  place: FolderRef,
  secrets: readonly { readonly id: string; readonly tags: readonly Slugged[] }[],
): Promise<void> => {
  const tags = new Map(secrets.map((secret) => [secret.id, secret.tags]));
  for (const { secretId, key } of await stores.secretVersions.formerNames([...tags.keys()]))
    project.require('readValue', 'secrets', secretSubjectFields(place, key, tags.get(secretId)!));
};
