import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { ProviderError, type Inputs, type Provider } from '../dynamic-secrets/providers/provider.ts';
import { orBadRequest, providerDeps } from '../dynamic-secrets/try.ts';
import type { FolderRef } from '../folders/rules.ts';
import { giveUp, newLease, type LeasedSecret } from './new.ts';
import { deleteLease, revokeCredentials, storeFailure } from './revoke.ts';

const trialTtl = '2m';

/** Creates and revokes credentials, of which nobody learns. They have a row as those of a lease do. */
export const tryCredentials = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  secret: Omit<LeasedSecret, 'id'>,
  provider: Provider<Inputs>,
  inputs: Inputs,
): Promise<void> => {
  const principals = inputs.principals as readonly string[] | undefined;
  const request = { ttl: trialTtl, config: principals ? { principals } : null };
  // No dynamic secret has this id, so that nothing else ends or lists the lease.
  const trial = { ...secret, id: scope.ids.uuid(), maxTTL: null };
  const lease = newLease(scope, project, trial, folderRef, inputs, request);
  await scope.transaction(ofProject(project.row), (tx) => Promise.resolve(tx.stores.dynamicSecretLeases.insert(lease)));
  const { externalEntityId: username, expireAt } = lease;
  const credentials = { username, expireAt: new Date(expireAt), config: request.config };
  try {
    await provider.create(inputs, credentials, providerDeps(scope));
  } catch (error) {
    await giveUp(scope, project, lease, !(error instanceof ProviderError) || error.isUncertain);
    await orBadRequest('Failed to create lease from provider', () => Promise.reject(error as Error));
  }
  const failure = await revokeCredentials(scope, lease, providerDeps(scope).caller);
  await scope.transaction(ofProject(project.row), async (tx) => {
    if (failure === undefined) await deleteLease(tx.stores, lease);
    else await storeFailure(tx, lease, failure);
  });
  if (failure !== undefined)
    throw badRequest(`Failed to revoke the lease of the test from provider; it is tried again: ${failure}`);
};
