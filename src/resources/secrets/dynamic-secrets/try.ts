import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ProviderError, type Inputs, type Provider, type ProviderDeps } from './providers/provider.ts';

export const providerDeps = ({ targets, clock, access }: Scope): ProviderDeps => ({
  targets,
  clock,
  caller: access.organization.id,
});

/** Runs a call to a provider; its error becomes a 400 that says what failed. */
export const orBadRequest = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw badRequest(`${what}: ${error.message}`);
    throw error;
  }
};

export const tryConnection = (scope: Scope, provider: Provider<Inputs>, inputs: Inputs): Promise<void> =>
  orBadRequest('Failed to connect with provider', () => provider.check(inputs, providerDeps(scope)));
