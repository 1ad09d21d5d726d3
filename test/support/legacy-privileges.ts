import type { Response } from 'supertest';
import { privilegeSetting, type PrivilegeSetting } from './privileges.ts';
import type { World } from './world.ts';

export const readSecrets = {
  actions: ['read'],
  subject: 'secrets',
  conditions: { environment: 'dev', secretPath: { $glob: '/a/**' } },
};
export const temporaryFields = {
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
};

export interface LegacySetting extends PrivilegeSetting {
  /** The identity and the project, as the older requests name them. */
  readonly place: { identityId: string; projectSlug: string };
  readonly createPermanent: (body?: object, as?: { token: string }) => Promise<Response>;
  readonly createTemporary: (body?: object, as?: { token: string }) => Promise<Response>;
}

export const legacySetting = async (world: World): Promise<LegacySetting> => {
  const given = await privilegeSetting(world);
  const place = { identityId: given.identity.id, projectSlug: given.project.slug };
  const body = { ...place, privilegePermission: readSecrets };
  return {
    ...given,
    place,
    createPermanent: (changes = {}, as = given.admin) =>
      world.call('createPermanentLegacyPrivilege', { as, body: { ...body, ...changes } }),
    createTemporary: (changes = {}, as = given.admin) =>
      world.call('createTemporaryLegacyPrivilege', { as, body: { ...body, ...temporaryFields, ...changes } }),
  };
};
