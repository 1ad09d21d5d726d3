import { actionPhrase } from '../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import { newAuthorities, ruleForName, type TestAuthorities } from '../support/fixtures/authorities.ts';
import { expectError } from '../support/expect/expect.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../support/fixtures/projects.ts';
import type { World } from '../support/world/world.ts';

interface Attempt {
  readonly operation: OperationId;
  readonly action: string;
  /** The other fields that a request for this authority needs. */
  readonly body?: (setting: TestAuthorities, authority: any) => unknown;
  /** The name of the authority. */
  readonly configuration?: object;
  readonly params?: (authority: any) => Record<string, string>;
}

/** Tests access to an operation on one authority. */
export const testAccess = (world: () => World, { operation, action, body, configuration, params }: Attempt): void => {
  const actions = ['read', 'create', 'edit', 'delete', 'issue-ca-certificate', 'sign-intermediate'];
  const prepare = async () => {
    const setting = await newAuthorities(world());
    const authority = await setting.created(configuration, { name: 'allowed' });
    const given = { body: await body?.(setting, authority), more: params?.(authority) ?? {} };
    const attempt = (as: { token: string }, caId: string = authority.id) =>
      world().call(operation, { as, params: { caId, ...given.more }, body: given.body });
    return { setting, authority, attempt };
  };

  it('refuses callers without the permission or with one for another name, non-members, and members of another organization', async () => {
    const { setting, attempt } = await prepare();
    const before = await setting.rows();
    const others = actions.filter((other) => other !== action);
    for (const role of [
      'no-access',
      [{ subject: 'certificate-authorities', action: others }],
      ruleForName('another', ...actions),
    ]) {
      expectError(
        await attempt(await newProjectIdentity(world(), setting, role)),
        403,
        'PermissionDenied',
        new RegExp(actionPhrase(action, 'certificate-authorities')),
      );
    }
    expectError(await attempt(await world().newUser(setting.organization, 'admin')), 403, 'ProjectMembershipNotFound');
    expectError(
      await attempt((await newProjectWithAdmin(world())).admin),
      404,
      'NotFound',
      /certificate authority does not exist/,
    );
    for (const id of ['not-an-id', '%', 'x'.repeat(300)])
      expectError(await attempt(setting.admin, id), 404, 'NotFound', /certificate authority does not exist/);
    expect(await setting.rows()).to.deep.equal(before);
  });

  it('allows a machine identity with only this permission for this name', async () => {
    const { setting, attempt } = await prepare();
    const response = await attempt(await newProjectIdentity(world(), setting, ruleForName('allowed', action)));
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
  });
};
