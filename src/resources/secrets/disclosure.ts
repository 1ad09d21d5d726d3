import type { ProjectAccess } from '../../access/project-access.ts';
import { someRuleTellsApart, type Renaming } from '../../access/renaming.ts';
import type { Scope } from '../../scope.ts';
import type { Place } from '../folders/rules.ts';
import { requireOn } from './guard.ts';
import type { Tag } from './state.ts';
import type { SecretRow } from './store.ts';
import { secretThing } from './thing.ts';

/** A secret that gets another name or other tags, or keeps both. */
export interface Relabelling {
  readonly before: { readonly row: SecretRow; readonly tags: readonly Tag[] };
  readonly keyAfter: string;
  readonly tagsAfter: readonly Tag[];
}

const slugsOf = (tags: readonly Tag[]): string[] => tags.map(({ slug }) => slug);

/** The slugs of either that the other lacks. */
const differing = (one: readonly string[], other: readonly string[]): string[] => [...one.filter((slug) => !other.includes(slug)), ...other.filter((slug) => !one.includes(slug))];

const ofReading = { subjects: ['secrets'], action: 'readValue' };

const renamingsOf = ({ before: { row, tags }, keyAfter, tagsAfter }: Relabelling): Renaming[] => [
  ...(keyAfter === row.key ? [] : [{ ...ofReading, field: 'secretName', before: row.key, after: keyAfter }]),
  ...differing(slugsOf(tags), slugsOf(tagsAfter)).map((slug) => ({ ...ofReading, field: 'secretTags', before: slug, after: undefined })),
];

/**
 * 403 for another name or other tags that would let somebody read values which neither they nor the caller may read now: whoever may not read
 * a value may relabel it only where no rule of the project can tell the difference. Of a personal secret only its owner reads anything.
 */
export const refuseDisclosure = async (tx: Scope, project: ProjectAccess, place: Place, relabellings: readonly Relabelling[]): Promise<void> => {
  const renamings: Renaming[] = [];
  for (const relabelling of relabellings) {
    const { before, keyAfter, tagsAfter } = relabelling;
    const changes = before.row.ownerId === '' ? renamingsOf(relabelling) : [];
    if (changes.length === 0 || project.allows('readValue', 'secrets', secretThing(place, before.row.key, before.tags))) continue;
    if (project.allows('readValue', 'secrets', secretThing(place, keyAfter, tagsAfter))) requireOn(project, 'readValue', place, before.row.key, before.tags);
    renamings.push(...changes);
  }
  if (await someRuleTellsApart(tx, project.project.id, renamings)) project.refuse('readValue', 'secrets');
};

/** 403 unless the caller may also read what secrets said under earlier names: their versions go with them, to a folder where other rules match. */
export const requireFormerNames = async ({ stores }: Scope, project: ProjectAccess, place: Place, secrets: readonly { readonly id: string; readonly tags: readonly { readonly slug: string }[] }[]): Promise<void> => {
  const tags = new Map(secrets.map((secret) => [secret.id, secret.tags]));
  for (const { secretId, key } of await stores.secretVersions.formerNames([...tags.keys()])) project.require('readValue', 'secrets', secretThing(place, key, tags.get(secretId)!));
};
