import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity, newProjectWithAdmin, type TestProjectRole } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import { type Generation, roleSetting } from './generations.ts';

// The tests of all API versions. Their rules are also valid in the older format.

export const read = (subject: string) => ({ subject, action: 'read' });

export const shown = (rule: object) => ({ ...rule, inverted: false });

/** Expects that only members of the project with the permission can use the operation. */
export const refusesUnauthorized = (
  world: () => World,
  generation: Generation,
  action: string,
  attempt: (setting: Awaited<ReturnType<typeof roleSetting>>, as: { token: string }) => Promise<any>,
): void => {
  it('refuses members without the permission', async () => {
    const setting = await roleSetting(world(), generation);
    const others = ['read', 'create', 'edit', 'delete'].filter((other) => other !== action);
    for (const held of ['no-access', [{ subject: 'role', action: others }]] as TestProjectRole[]) {
      const as = await newProjectIdentity(world(), setting, held);
      expectError(await attempt(setting, as), 403, 'PermissionDenied', new RegExp(actionPhrase(action, 'role')));
    }
  });

  it('refuses non-members, and does not find projects of another organization', async () => {
    const setting = await roleSetting(world(), generation);
    expectError(
      await attempt(setting, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(
      await attempt(setting, (await newProjectWithAdmin(world())).admin),
      404,
      'NotFound',
      /Project not found/,
    );
  });

  it('allows a machine identity with the permission', async () => {
    const setting = await roleSetting(world(), generation);
    const as = await newProjectIdentity(world(), setting, [
      { subject: 'role', action: [action] },
      { subject: 'tags', action: ['read'] },
    ]);
    expect((await attempt(setting, as)).status).to.equal(200);
  });
};

export const reserved = ['admin', 'member', 'viewer', 'no-access', 'custom', 'cryptographic-operator'];
