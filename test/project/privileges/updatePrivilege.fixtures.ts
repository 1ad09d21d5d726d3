import { privilegeSetting, temporaryType } from '../../support/fixtures/privileges.ts';
import type { World } from '../../support/world/world.ts';

export const onProd = { subject: 'secrets', action: 'read', conditions: { environment: 'prod' } };

export const later = '2030-01-01T00:00:05.000Z';

export const lasting = (temporaryRange: string, temporaryAccessStartTime = temporaryType.temporaryAccessStartTime) => ({
  ...temporaryType,
  temporaryRange,
  temporaryAccessStartTime,
});

/** A project with privileges, which are updated five seconds after the start of the clock. */
export const updateSetting = (world: () => World) => async () => {
  const given = await privilegeSetting(world());
  const update = (id: string, body: object, as: { token: string } = given.admin) =>
    world().clock.later(5, () => world().call('updatePrivilege', { as, params: { id }, body }));
  const get = async (id: string) =>
    (await world().call('getPrivilege', { as: given.admin, params: { id } })).body.privilege;
  return { ...given, update, get };
};
