import type { SecretRow, SecretWithVersion } from '../secrets/store.ts';
import { secretView, type OpenedSecret } from '../secrets/view.ts';
import type { ListedVersion, RedactorRow, SecretVersionRow } from './store.ts';

/** A version, opened as far as its reader may see it. */
export interface OpenedVersion {
  readonly version: ListedVersion;
  /** The secret as it was then. */
  readonly secret: OpenedSecret;
}

/**
 * The name that the secret had then. A personal secret is renamed with its shared one, without a version of its own for
 * that.
 */
export const nameAsOf = (
  secret: Pick<SecretRow, 'key' | 'version'>,
  { version, key }: Pick<ListedVersion, 'version' | 'key'>,
): string => (version === secret.version ? secret.key : key);

/** What the version says, as the secret says it; where that is, is today's. */
export const secretAsOf = (secret: SecretRow, version: ListedVersion): SecretWithVersion => {
  const { id: versionId, secretId: _secret, createdAt: _created, ...said } = version;
  return { ...secret, ...said, versionId, key: nameAsOf(secret, version) };
};

const times = ({ createdAt, redactedAt }: Pick<SecretVersionRow, 'createdAt' | 'redactedAt'>) => ({
  createdAt,
  updatedAt: redactedAt ?? createdAt,
});

export const versionView = ({ secret, version }: OpenedVersion) => ({
  ...secretView(secret),
  id: version.id,
  _id: version.id,
  ...times(version),
});

/** Which of the two it was. */
const redactorIds = ({
  redactedByActorType: type,
  redactedByActorId: id,
}: Pick<SecretVersionRow, 'redactedByActorType' | 'redactedByActorId'>) => ({
  redactedByUserId: type === 'user' ? id : null,
  redactedByIdentityId: type === 'identity' ? id : null,
});

const redactorView = ({ username, email, projectMembershipId }: RedactorRow) => ({
  username,
  email,
  projectMembershipId,
});

/** Without any value, and with who redacted it. */
export const versionFactsView = (
  opened: OpenedVersion,
  isReadable: boolean,
  redactors: ReadonlyMap<string, RedactorRow>,
) => {
  const { secretValue: _value, ...view } = versionView(opened);
  const { redactedAt, redactedByActorId } = opened.version;
  const redactor = redactors.get(redactedByActorId ?? '');
  return {
    ...view,
    secretValueHidden: !isReadable,
    isRedacted: redactedAt !== null,
    redactedAt,
    ...redactorIds(opened.version),
    redactedByActor: redactor ? redactorView(redactor) : null,
  };
};

type Redacted = Pick<
  SecretVersionRow,
  | 'id'
  | 'version'
  | 'key'
  | 'secretId'
  | 'actorId'
  | 'actorType'
  | 'createdAt'
  | 'redactedByActorType'
  | 'redactedByActorId'
> & { readonly redactedAt: string };

export const redactedVersionView = (
  { ownerId, folderId }: Pick<SecretRow, 'ownerId' | 'folderId'>,
  version: Redacted,
) => ({
  id: version.id,
  version: version.version,
  type: ownerId === '' ? ('shared' as const) : ('personal' as const),
  key: version.key,
  secretId: version.secretId,
  folderId,
  isRedacted: true,
  redactedAt: version.redactedAt,
  ...redactorIds(version),
  actorId: version.actorId,
  actorType: version.actorType,
  ...times(version),
});
