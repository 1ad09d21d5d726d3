import type { ProjectAccess } from '../../../../access/project-access.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../../scope.ts';
import { sealingKey } from '../../../project/data-keys/sealing.ts';
import type { Place } from '../../folders/rules.ts';
import type { SecretVersionRow } from '../../secret-versions/store.ts';
import { notifiedReferences } from '../reading/links.ts';
import { sealContent } from '../sealing.ts';
import type { SecretState } from '../state.ts';
import type { SecretRow, SecretWithVersion } from '../store.ts';
import { secretThing } from '../thing.ts';
import type { OpenedSecret } from '../view.ts';

/** A secret with the content of its next version. */
export interface Draft {
  /** Has the number of the new version. */
  readonly row: SecretRow;
  readonly state: SecretState;
}

/** A secret with its content in plain text. */
export interface KnownSecret {
  readonly row: SecretWithVersion;
  readonly state: SecretState;
  readonly place: Place;
}

const encryptVersion = ({ actor, clock, ids }: Scope, key: DataKey, { row, state }: Draft): SecretVersionRow => ({
  id: ids.uuid(),
  secretId: row.id,
  version: row.version,
  projectId: row.projectId,
  key: row.key,
  actorType: actor.type,
  actorId: actor.id,
  actorName: actor.type === 'user' ? actor.username : actor.name,
  skipMultilineEncoding: state.skipMultilineEncoding,
  reminderRepeatDays: state.reminderRepeatDays,
  reminderNote: state.reminderNote,
  tagIds: state.tags.map(({ id }) => id),
  references: state.references,
  ...sealContent(key, { secretId: row.id, version: row.version }, state),
  createdAt: timestamp(clock.now()),
  redactedAt: null,
  redactedByActorType: null,
  redactedByActorId: null,
});

/** Inserts the new version of each secret with its tags and references; the rows of the secrets are already stored. */
export const addVersions = async (
  tx: Scope,
  projectId: string,
  place: Place,
  drafts: readonly Draft[],
): Promise<KnownSecret[]> => {
  if (drafts.length === 0) return [];
  const key = await sealingKey(tx, projectId);
  const versions = drafts.map((draft) => encryptVersion(tx, key, draft));
  await tx.stores.secretVersions.insert(versions);
  await tx.stores.secrets.forgetRelations(
    versions.filter(({ version }) => version > 1).map(({ secretId }) => secretId),
  );
  await tx.stores.secrets.insertTags(
    drafts.map(({ row: { id }, state }) => ({ id, tagIds: state.tags.map((tag) => tag.id) })),
  );
  await tx.stores.secrets.insertReferences(
    await notifiedReferences(
      tx,
      drafts.map(({ row: { id }, state: { references } }) => ({ id, projectId, references })),
    ),
  );
  return drafts.map(({ row, state }, index) => {
    const version = versions[index]!;
    return { row: Object.assign({ versionId: version.id }, version, row), state, place };
  });
};

/** Returns the secret with its value and encrypted metadata. */
export const shown = ({ row, state, place }: KnownSecret): OpenedSecret => {
  const { value, comment, metadata, tags } = state;
  return { row, place, tags: tags.map((tag) => ({ secretId: row.id, ...tag })), value, comment, metadata };
};

/** Returns the secret, with its value if the caller may read it; a personal secret is always shown to its owner. */
export const shownTo = (project: ProjectAccess, secret: KnownSecret): OpenedSecret => {
  const { row, place, state } = secret;
  const mayRead = row.ownerId !== '' || project.allows('readValue', 'secrets', secretThing(place, row.key, state.tags));
  return mayRead ? shown(secret) : { ...shown(secret), value: undefined };
};
