import type { Rule } from '../../../src/access/rule.ts';
import { newDynamicSecrets, totpProvider } from '../../support/fixtures/dynamic-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { Attacks, Caller, Prepare } from './attack.ts';

const metadataOf = (value: string) => [{ key: 'team', value }];

/** The metadata of a dynamic secret say who may lease it. */
const changeMetadata: Prepare = async (world, operation) => {
  const { organization, project, admin, place, create } = await newDynamicSecrets(world);
  await create(totpProvider, { metadata: metadataOf('red') });
  const newMember = (...rules: Rule[]) => newProjectIdentity(world, { organization, project }, rules);
  const leasesOfBlue = { metadata: { $elemMatch: { key: { $eq: 'team' }, value: { $eq: 'blue' } } } };
  return {
    organization,
    admin,
    attacker: await newMember({ subject: 'dynamic-secrets', action: ['read-root-credential', 'edit-root-credential'] }),
    beneficiary: await newMember({ subject: 'dynamic-secrets', action: 'lease', conditions: leasesOfBlue }),
    change: (as: Caller) =>
      world.call(operation, {
        as,
        params: { dynamicSecretName: 'db' },
        body: { ...place, data: { metadata: metadataOf('blue') } },
      }),
    sees: async (as: Caller) =>
      (await world.call('createDynamicSecretLease', { as, body: { ...place, dynamicSecretName: 'db' } })).status ===
      200,
  };
};

export const dynamicSecretAttacks: Attacks = { updateDynamicSecret: { 'changes its metadata': changeMetadata } };
