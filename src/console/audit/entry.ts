import type { components } from '../../../generated/api.d.ts';

export type Entry = components['schemas']['AuditLogEntry'];

type Metadata = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const objectOf = (value: unknown): Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Metadata) : {};

/** Who did it. */
export const actorName = ({ actor: { type, metadata } }: Entry): string => {
  if (type === 'platform') return 'The server';
  if (type === 'unknownUser') return 'Somebody unknown';
  return textOf(metadata.email) ?? textOf(metadata.username) ?? textOf(metadata.name) ?? actorId(metadata) ?? type;
};

const actorId = (metadata: Metadata): string | undefined =>
  textOf(metadata.userId) ?? textOf(metadata.identityId) ?? textOf(metadata.serviceId);

/** The id of a user or machine identity, to look for other entries. */
export const actorIdOf = ({ actor }: Entry): string | undefined => actorId(actor.metadata);

export const actorKinds: Readonly<Record<Entry['actor']['type'], string>> = {
  user: 'User',
  identity: 'Machine identity',
  service: 'Service token',
  platform: 'Server',
  scimClient: 'SCIM client',
  unknownUser: 'Unknown',
};

export const isRefused = ({ event }: Entry): boolean => /-(refused|failed)$/.test(event.type);

/** Events whose types say little to people. */
const eventNames: Readonly<Record<string, string>> = {
  'pit-process-new-commit-raw': 'save changes of a folder',
  'pit-get-folder-state': 'get the state of a folder',
  'pit-compare-folder-states': 'compare states of a folder',
  'pit-revert-commit': 'revert commit',
  'pit-rollback-commit': 'roll back to commit',
  'get-project-pit-commit-changes': 'get the changes of a commit',
  'dashboard-get-secret-version-value': 'get the value of a secret version',
  'org-admin-accessed-project': 'join project as an administrator',
};

const longWords: Readonly<Record<string, string>> = { org: 'organization', cert: 'certificate', ca: 'authority' };

/** The event in words: "get secrets" for `get-secrets-refused`. */
export const eventName = (type: string): string => {
  const event = type.replace(/-refused$/, '');
  const words = event.split('-').map((word) => longWords[word] ?? word);
  return eventNames[event] ?? words.join(' ');
};

/** What the entry is about. */
export interface Subject {
  readonly environment?: string | undefined;
  readonly path?: string | undefined;
  readonly secret?: string | undefined;
  readonly secretId?: string | undefined;
  /** How many secrets, if it is about several. */
  readonly count?: number | undefined;
  /** The name of anything else. */
  readonly name?: string | undefined;
}

/** The addresses of people who were added, removed or invited. */
const peopleIn = ({ members, emails }: Metadata): string[] => [
  ...(Array.isArray(members) ? members : [])
    .map(objectOf)
    .flatMap(({ email, username }) => textOf(email ?? username) ?? []),
  ...(Array.isArray(emails) ? emails : []).flatMap((email) => textOf(email) ?? []),
];

const severalText = ([first, ...others]: readonly string[]): string | undefined =>
  first !== undefined && others.length > 0 ? `${first} and ${others.length} more` : first;

/** Finds what the entry is about; a refusal has it in the target of its request. */
export const subjectOf = ({ event: { metadata } }: Entry): Subject => {
  const target = objectOf(metadata.target);
  const secrets = Array.isArray(metadata.secrets) ? metadata.secrets.map(objectOf) : [];
  const only = secrets.length === 1 ? secrets[0]! : {};
  const count = secrets.length > 1 ? secrets.length : metadata.numberOfSecrets;
  return {
    environment: textOf(metadata.environment) ?? textOf(target.environment),
    path:
      textOf(only.secretPath) ??
      textOf(metadata.secretPath) ??
      textOf(metadata.folderPath) ??
      textOf(target.secretPath) ??
      textOf(target.path),
    secret: textOf(metadata.secretKey) ?? textOf(only.secretKey) ?? textOf(target.secretName),
    secretId: textOf(metadata.secretId) ?? textOf(only.secretId) ?? textOf(target.secretId),
    count: typeof count === 'number' ? count : undefined,
    name:
      textOf(metadata.name) ??
      textOf(metadata.groupName) ??
      textOf(metadata.slug) ??
      textOf(metadata.email) ??
      textOf(metadata.cn) ??
      textOf(metadata.username) ??
      severalText(peopleIn(metadata)),
  };
};

/** What an entry is about, in a few words. */
export const subjectText = (entry: Entry): string => {
  const { environment, path, secret, count, name } = subjectOf(entry);
  const place = [environment, path].filter((part) => part !== undefined).join(' ');
  const what = secret ?? (count === undefined ? undefined : `${count} ${count === 1 ? 'secret' : 'secrets'}`);
  return [what ?? name, place].filter((part) => part !== undefined && part !== '').join(' · ');
};
