import type { Ability } from '../../../access/ability.ts';
import type { Abilities } from '../../../access/abilities.ts';
import type { ProjectWithRevisions } from '../../../access/project.ts';
import { timestamp, type Clock } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Stores } from '../../../stores.ts';
import type { ContactRow } from '../../project/project-users/store.ts';
import type { SecretTagRow, SecretWithFolder } from '../secrets/store.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';

export interface AudienceDeps {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly abilities: Abilities;
}

/** A secret with what permissions on it depend on. */
export interface RemindedSecret {
  readonly row: SecretWithFolder;
  readonly tags: readonly SecretTagRow[];
}

/** Finds the secrets that exist, by id. */
export const findReminded = async (
  { stores }: Pick<AudienceDeps, 'stores'>,
  organizationId: string,
  secretIds: readonly string[],
): Promise<Map<string, RemindedSecret>> => {
  const secrets = new Map<string, RemindedSecret>();
  for (const id of secretIds) {
    if (isTimeUp()) await yieldToEventLoop();
    const row = await stores.secrets.findInOrganization(organizationId, id, 'unencrypted');
    if (row) secrets.set(id, { row, tags: await stores.secrets.tagsOf([id]) });
  }
  return secrets;
};

const allows = (ability: Ability, { row, tags }: RemindedSecret, now: string): boolean => {
  const folderRef = { environment: row.environmentSlug, path: row.path };
  try {
    return ability.decide('describeSecret', 'secrets', secretSubjectFields(folderRef, row.key, tags), now).isAllowed;
  } catch (error) {
    // Rules that take too long to evaluate do not allow.
    if (error instanceof ServiceError) return false;
    throw error;
  }
};

/** Returns a function that tells which secrets of the project this user may describe now. */
export const describableBy = async (
  { stores, clock, abilities }: AudienceDeps,
  project: ProjectWithRevisions,
  { userId, membershipId, accessRevision }: ContactRow,
): Promise<(secret: RemindedSecret) => boolean> => {
  const held = await abilities.inProject(stores, project, { membershipId, accessRevision, authValues: null });
  const now = timestamp(clock.now());
  return (secret) => held.isMember && ['', userId].includes(secret.row.ownerId) && allows(held.ability, secret, now);
};

/** The address that mail to this user goes to. */
export const addressOf = ({ email, username }: Pick<ContactRow, 'email' | 'username'>): string => email ?? username;
