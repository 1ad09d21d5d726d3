import { memberHref } from '../../access/addresses.ts';
import { environmentAddress } from '../../layout/addresses.ts';
import { subjectOf, type Entry } from '../../audit/entry.ts';

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

/** More people of one entry are not listed. */
const maxPeople = 10;

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

const recordsOf = (value: unknown): readonly Record<string, unknown>[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).filter(
    (item): item is Record<string, unknown> => typeof item === 'object' && item !== null,
  );

const link = (label: string, name: string | undefined, href: string): EntryLink => ({
  label: name === undefined ? label : `${label} ${name}`,
  href,
});

type Metadata = Readonly<Record<string, unknown>>;

const personLink = ({ userId, email, username }: Metadata): EntryLink[] => {
  const id = textOf(userId);
  return id === undefined ? [] : [link('Person', textOf(email) ?? textOf(username), `/people?user=${id}`)];
};

/** The name in an entry about one of its tokens is that of the token. */
const identityLink = ({ identityId, name, tokenId }: Metadata): EntryLink[] => {
  const id = textOf(identityId);
  const ownName = tokenId === undefined ? textOf(name) : undefined;
  return id === undefined ? [] : [link('Machine identity', ownName, `/identities/${encodeURIComponent(id)}`)];
};

/** What these entries speak of has no page any more. */
const isAboutDeleted = ({ event: { type } }: Entry): boolean =>
  /^delete-(identity|group|users|cert|certificate-authority)$/.test(type);

/** People, machine identities and groups. */
const memberLinks = ({ event: { metadata } }: Entry): EntryLink[] => {
  const [groupId, groupName] = [textOf(metadata.groupId), textOf(metadata.groupName) ?? textOf(metadata.name)];
  return [
    ...identityLink(metadata),
    ...(groupId === undefined ? [] : [link('Group', groupName, `/groups/${encodeURIComponent(groupId)}`)]),
    ...[metadata, ...recordsOf(metadata.members)].flatMap(personLink).slice(0, maxPeople),
  ];
};

/** The roles and privileges of the member in the project. */
const accessLinks = ({ event: { type, metadata } }: Entry, { slug, name }: LinkedProject): EntryLink[] => {
  const isGone = type === 'delete-identity-project-membership';
  if (isGone || !/membership|member-roles|privilege|temporary-access|to-project$/.test(type)) return [];
  const [userId, membershipId] = [textOf(metadata.userId), textOf(metadata.projectMembershipId)];
  const id = textOf(metadata.identityId) ?? textOf(metadata.groupId) ?? userId;
  const of = metadata.identityId !== undefined ? 'identity' : metadata.groupId !== undefined ? 'group' : 'user';
  if (id === undefined || (of === 'user' && membershipId === undefined)) return [];
  const holder = { type: of, id, projectMembershipId: membershipId ?? '' } as const;
  return [{ label: `Access to ${name}`, href: memberHref(slug, holder) }];
};

const roleLinks = ({ event: { type, metadata } }: Entry, project: LinkedProject | undefined): EntryLink[] => {
  const slug = textOf(metadata.slug);
  if (metadata.roleId === undefined || slug === undefined || type.startsWith('delete')) return [];
  const place = project ? `/p/${project.slug}` : '/org';
  return [link('Role', textOf(metadata.name) ?? slug, `${place}/roles/${encodeURIComponent(slug)}`)];
};

/** What else a project has: certificates, environments, tags, webhooks. */
const projectLinks = ({ event: { metadata } }: Entry, { slug, name, environments }: LinkedProject): EntryLink[] => {
  const [certId, cn, caId, environment] = [metadata.certId, metadata.cn, metadata.caId, metadata.slug].map(textOf);
  return [
    ...(certId === undefined ? [] : [link('Certificate', cn, `/p/${slug}/certificates?certificate=${certId}`)]),
    ...(caId === undefined
      ? []
      : [
          link(
            'Certificate authority',
            certId === undefined ? textOf(metadata.name) : undefined,
            `/p/${slug}/certificates?authority=${caId}`,
          ),
        ]),
    ...(metadata.environmentId !== undefined && environments.some((one) => one.slug === environment)
      ? [link('Environment', textOf(metadata.name), environmentAddress({ slug, environment: environment! }))]
      : []),
    ...[metadata.environmentId, metadata.tagId, metadata.webhookId]
      .filter((id) => id !== undefined)
      .map(() => ({ label: `Settings of ${name}`, href: `/p/${slug}/settings` })),
  ];
};

const instanceLinks = ({ event: { metadata } }: Entry): EntryLink[] =>
  metadata.keyRotationId === undefined ? [] : [{ label: 'Key rotation', href: '/admin' }];

const actorLinks = ({ actor: { type, metadata } }: Entry): EntryLink[] =>
  type === 'user' ? personLink(metadata) : type === 'identity' ? identityLink(metadata) : [];

/** Where the things are that the entry speaks of. */
export const linksOf = (entry: Entry, projects: readonly LinkedProject[]): EntryLink[] => {
  const project = projects.find(({ id }) => id === entry.projectId);
  const links = [
    ...(project ? placeLinks(entry, project) : []),
    ...roleLinks(entry, project),
    ...(project && !isAboutDeleted(entry) ? [...projectLinks(entry, project), ...accessLinks(entry, project)] : []),
    ...(project ? [{ label: `Project ${project.name}`, href: `/p/${project.slug}` }] : []),
    ...(isAboutDeleted(entry) ? [] : memberLinks(entry)),
    ...instanceLinks(entry),
    ...actorLinks(entry),
  ];
  return [...new Map(links.map((each) => [each.href, each])).values()];
};
