import type { SecretRow, SecretWithVersion } from '../secrets/store.ts';
import { secretView, type DecryptedSecret } from '../secrets/view.ts';
import type { SecretVersionRow } from '../secrets/columns.ts';
import type { VersionListItem, RedactorRow } from './store.ts';

/** A version, decrypted as far as the caller may see it. */
export interface DecryptedVersion {
  readonly version: VersionListItem;
  /** The secret as it was then. */
  readonly secret: DecryptedSecret;
}

/**
 * Returns the name of the secret at that version. The current version has the current name: a personal secret is
 * renamed together with its shared one, which adds no version to it.
 */
export const nameAsOf = (
  secret: Pick<SecretRow, 'key' | 'version'>,
  { version, key }: Pick<VersionListItem, 'version' | 'key'>,
): string => (version === secret.version ? secret.key : key);

/** Returns the secret with the content of a version; its folder is the current one. */
export const secretAsOf = (
  secret: SecretRow & Partial<Pick<SecretWithVersion, 'rotationId'>>,
  version: VersionListItem,
): SecretWithVersion => {
  const { id: versionId, secretId: _secret, createdAt: _created, ...content } = version;
  return {
    ...secret,
    ...content,
    versionId,
    folderId: secret.folderId,
    key: nameAsOf(secret, version),
    rotationId: secret.rotationId ?? null,
  };
};

const times = ({ createdAt, redactedAt }: Pick<SecretVersionRow, 'createdAt' | 'redactedAt'>) => ({
  createdAt,
  updatedAt: redactedAt ?? createdAt,
});

export const versionView = ({ secret, version }: DecryptedVersion) => ({
  ...secretView(secret),
  id: version.id,
  _id: version.id,
  ...times(version),
});

/** Shows the redactor's id as that of a user or of an identity. */
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

/** Shows a version without its value, and with who redacted it. */
export const versionFactsView = (
  decrypted: DecryptedVersion,
  isReadable: boolean,
  redactors: ReadonlyMap<string, RedactorRow>,
) => {
  const { secretValue: _value, ...view } = versionView(decrypted);
  const { redactedAt, redactedByActorId } = decrypted.version;
  const redactor = redactors.get(redactedByActorId ?? '');
  return {
    ...view,
    secretValueHidden: !isReadable,
    isRedacted: redactedAt !== null,
    redactedAt,
    ...redactorIds(decrypted.version),
    redactedByActor: redactor ? redactorView(redactor) : null,
  };
};

type RedactedVersion = Pick<
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
  version: RedactedVersion,
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
