import { newDynamicSecrets } from '../../support/fixtures/dynamic-secrets.ts';
import type { World } from '../../support/world/world.ts';

/** Tries to store a dynamic secret of this type; returns the response. */
export const storing = async (world: World, type: string) => {
  const { admin, place } = await newDynamicSecrets(world);
  return (inputs: object) =>
    world.call('createDynamicSecret', {
      as: admin,
      body: { ...place, name: 'provider', provider: { type, inputs }, defaultTTL: '1h' },
    });
};
