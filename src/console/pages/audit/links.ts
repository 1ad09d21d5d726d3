import { environmentAddress } from '../../layout/addresses.ts';
import { paths } from '../../paths.ts';
import { subjectOf, type Entry } from './entry.ts';

export interface EntryLink {
  readonly label: string;
  readonly href: string;
}

interface LinkedProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly environments: readonly { readonly slug: string; readonly name: string }[];
}

const pages: readonly string[] = Object.values(paths);

/** The links to pages that this console has. */
const existing = (page: string, links: readonly (EntryLink | false)[]): EntryLink[] =>
  pages.includes(page) ? links.filter((link) => link !== false) : [];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The folder and the secret, as long as the environment has that slug. */
const placeLinks = (entry: Entry, { slug, environments }: LinkedProject): EntryLink[] => {
  const { environment, path, secret } = subjectOf(entry);
  const found = environments.find((one) => one.slug === environment);
  if (!found) return [];
  const place = { slug, environment: found.slug, ...(path !== undefined && { path }) };
  return [
    ...(secret === undefined ? [] : [{ label: `Secret ${secret}`, href: environmentAddress({ ...place, secret }) }]),
    path === undefined || path === '/'
      ? { label: `Environment ${found.name}`, href: environmentAddress(place) }
      : { label: `Folder ${path} in ${found.name}`, href: environmentAddress(place) },
  ];
};

const peopleLinks = ({ event: { metadata } }: Entry): EntryLink[] => {
  const [identityId, groupId] = [textOf(metadata.identityId), textOf(metadata.groupId)];
  return [
    ...existing('/identities/:identityId', [
      identityId !== undefined && {
        label: `Machine identity ${textOf(metadata.name) ?? ''}`.trim(),
        href: `/identities/${encodeURIComponent(identityId)}`,
      },
    ]),
    ...existing('/groups/:groupId', [
      groupId !== undefined && { label: 'Group', href: `/groups/${encodeURIComponent(groupId)}` },
    ]),
    ...existing('/people', [textOf(metadata.userId) !== undefined && { label: 'People', href: '/people' }]),
  ];
};

const actorLinks = ({ actor: { type, metadata } }: Entry): EntryLink[] => {
  const identityId = textOf(metadata.identityId);
  return existing('/identities/:identityId', [
    type === 'identity' &&
      identityId !== undefined && {
        label: `Machine identity ${textOf(metadata.name) ?? ''}`.trim(),
        href: `/identities/${encodeURIComponent(identityId)}`,
      },
  ]);
};

/** Where the things are that the entry speaks of. */
export const linksOf = (entry: Entry, projects: readonly LinkedProject[]): EntryLink[] => {
  const project = projects.find(({ id }) => id === entry.projectId);
  const links = [
    ...(project ? placeLinks(entry, project) : []),
    ...(project ? [{ label: `Project ${project.name}`, href: `/p/${project.slug}` }] : []),
    ...peopleLinks(entry),
    ...actorLinks(entry),
  ];
  return [...new Map(links.map((link) => [link.href, link])).values()];
};
