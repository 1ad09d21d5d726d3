import type { Response } from 'supertest';
import type { TestApiServer } from '../../support/clients/api-server.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import { newMachine, type Machine } from '../../support/fixtures/login-methods.ts';
import type { World } from '../../support/world/world.ts';

export const clusterFields = ({ url, cert }: TestApiServer) => ({
  kubernetesHost: url,
  caCert: cert,
  allowedNamespaces: 'payments',
  allowedNames: '',
  allowedAudience: '',
});

/** An identity for the service accounts of the namespace payments, whose account `reviewer` reviews tokens. */
export const newClusterMachine = async (world: World, cluster: TestApiServer, more: object = {}): Promise<Machine> => {
  cluster.reviewers.add('payments:reviewer');
  return newMachine(world, 'attachKubernetesAuth', {
    ...clusterFields(cluster),
    tokenReviewerJwt: await cluster.tokenOf('payments', 'reviewer', undefined, { exp: 2_000_000_000 }),
    ...more,
  });
};

export const logInWith = (world: World, { identity }: Pick<Machine, 'identity'>, jwt: string) =>
  world.call('loginWithKubernetesAuth', { body: { identityId: identity.id, jwt } });

export const refusedBy =
  (world: () => World) =>
  (response: Response, { identity }: Pick<Machine, 'identity'>, reason: string): Promise<void> =>
    expectRefusedLogin(world(), response, { identity, method: 'kubernetes-auth' }, reason);
