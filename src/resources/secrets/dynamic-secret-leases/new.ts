import { memberOf, type MemberActor } from '../../../access/actor.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { sealInputs } from '../dynamic-secrets/encryption.ts';
import type { Inputs, LeaseConfig } from '../dynamic-secrets/providers/provider.ts';
import type { DynamicSecretRow } from '../dynamic-secrets/store.ts';
import { millisecondsOf } from '../dynamic-secrets/ttl.ts';
import { newUsername } from '../dynamic-secrets/username.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { LeaseRow } from './store.ts';

/** When the server revokes credentials of which it does not know whether they were created. */
const creationSeconds = 120;

/** What a lease takes from its dynamic secret, which is not stored yet while it is tried. */
export type LeasedSecret = Pick<
  DynamicSecretRow,
  'id' | 'name' | 'type' | 'defaultTTL' | 'maxTTL' | 'usernameTemplate'
>;

const nameOf = (actor: MemberActor): string => (actor.type === 'user' ? actor.username : actor.name);

const ttlOf = (ttl: string | null, { defaultTTL, maxTTL }: LeasedSecret): number => {
  const milliseconds = millisecondsOf(ttl ?? defaultTTL);
  if (maxTTL !== null && milliseconds > millisecondsOf(maxTTL)) throw badRequest('TTL cannot be larger than max TTL');
  return milliseconds;
};

const newUsernameFor = ({ clock, ...scope }: Scope, { name, type, usernameTemplate }: LeasedSecret): string => {
  const identityName = nameOf(memberOf(scope));
  const username = newUsername(usernameTemplate, {
    identityName,
    secretName: name,
    secretType: type,
    now: clock.now(),
  });
  if (username === undefined)
    throw badRequest('The username template makes a name that is not 1 to 63 letters, digits, - and _.');
  return username;
};

export interface LeaseRequest {
  readonly ttl: string | null;
  readonly config: LeaseConfig | null;
}

export const newLease = (
  scope: Scope,
  project: ProjectAccess,
  secret: LeasedSecret,
  { environment, path }: FolderRef,
  inputs: Inputs,
  { ttl, config }: LeaseRequest,
): LeaseRow => {
  const [id, now, actor] = [scope.ids.uuid(), scope.clock.now(), memberOf(scope)];
  const at = timestamp(now);
  return {
    id,
    organizationId: project.row.organizationId,
    projectId: project.row.id,
    dynamicSecretId: secret.id,
    name: secret.name,
    environment,
    secretPath: path,
    type: secret.type,
    sealedInputs: sealInputs(scope.keyring, { kind: 'dynamic-secret-lease', id }, inputs),
    externalEntityId: newUsernameFor(scope, secret),
    config: config as LeaseRow['config'],
    state: 'creating',
    expireAt: timestamp(new Date(now.getTime() + ttlOf(ttl, secret))),
    createdBy: actor.id,
    createdByType: actor.type,
    dueAt: timestamp(secondsAfter(now, creationSeconds)),
    claimedUntil: null,
    attempts: 0,
    failingSince: null,
    lastError: null,
    createdAt: at,
    updatedAt: at,
  };
};

/**
 * Deletes the row if there are no credentials for certain. Otherwise they are revoked when it is due, and not before:
 * the target may still be creating them.
 */
export const giveUp = async (
  scope: Scope,
  project: ProjectAccess,
  { id }: LeaseRow,
  isUncertain: boolean,
): Promise<void> => {
  if (isUncertain) return;
  await scope.transaction(
    ofProject(project.row),
    async ({ stores }) => void (await stores.dynamicSecretLeases.delete(id)),
  );
};
