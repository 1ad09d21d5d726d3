import { expect } from 'chai';
import { temporaryRole, type IdentitySetting, listIdentities } from '../../support/fixtures/project-identities.ts';
import type { World } from '../../support/world/world.ts';

export const start = '2030-01-01T00:01:00.000Z';

/** The roles of an identity in the project, as returned with its membership. */
export const rolesIn = async (world: World, { admin: as, params }: IdentitySetting): Promise<any[]> =>
  (await world.call('getWorkspaceIdentity', { as, params })).body.identityMembership.roles;

export const slugs = (roles: readonly any[]): string[] =>
  roles.map(({ role, customRoleSlug }) => customRoleSlug ?? role);

/** Expects access from the start to the end of a temporary role. */
export const expectWindow = async (world: World, { identity, project }: IdentitySetting): Promise<void> => {
  for (const [seconds, status] of [
    [0, 403],
    [59.999, 403],
    [60, 200],
    [61.999, 200],
    [62, 403],
  ] as const) {
    expect(
      await world.clock.later(seconds, async () => (await listIdentities(world, identity, project)).status),
      `after ${seconds} seconds`,
    ).to.equal(status);
  }
};

/** Invalid lists of roles with the expected issues, which are the same for all operations. */
export const badRoles: readonly (readonly [roles: unknown, ...issues: string[]])[] = [
  [[], 'body roles too_small'],
  [Array(51).fill({ role: 'viewer' }), 'body roles too_big'],
  ['viewer', 'body roles type'],
  [[{}], 'body roles.0.role required'],
  [[{ role: '' }], 'body roles.0.role too_small'],
  [[{ role: 'x'.repeat(65) }], 'body roles.0.role too_big'],
  [
    [{ role: 'viewer' }, { ...temporaryRole('viewer', start, '1h'), temporaryRange: undefined }],
    'body roles.1.temporaryRange required',
  ],
  [[temporaryRole('viewer', start, '0')], 'body roles.0.temporaryRange too_small'],
  [[temporaryRole('viewer', start, 'soon')], 'body roles.0.temporaryRange format'],
  [[temporaryRole('viewer', start, 'x'.repeat(101))], 'body roles.0.temporaryRange too_big'],
  [[temporaryRole('viewer', start, '8000y')], 'body roles.0.temporaryRange too_big'],
  [[temporaryRole('viewer', 'tomorrow', '1h')], 'body roles.0.temporaryAccessStartTime format'],
  [[{ ...temporaryRole('viewer', start, '1h'), temporaryMode: 'absolute' }], 'body roles.0.temporaryMode enum'],
];
