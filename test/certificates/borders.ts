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
  /** What a request for that authority needs besides its id. */
  readonly body?: (setting: TestAuthorities, authority: any) => unknown;
  /** Of the authority that is named. */
  readonly configuration?: object;
  readonly params?: (authority: any) => Record<string, string>;
}

/** Who gets nowhere with an operation on one authority, and who does. */
export const testBorders = (world: () => World, { operation, action, body, configuration, params }: Attempt): void => {
  const actions = ['read', 'create', 'edit', 'delete', 'issue-ca-certificate', 'sign-intermediate'];
  const prepare = async () => {
    const setting = await newAuthorities(world());
    const authority = await setting.created(configuration, { name: 'allowed' });
    const given = { body: await body?.(setting, authority), more: params?.(authority) ?? {} };
    const attempt = (as: { token: string }, caId: string = authority.id) =>
      world().call(operation, { as, params: { caId, ...given.more }, body: given.body });
    return { setting, authority, attempt };
  };

  it('refuses whoever lacks the permission, has it for another name, is no member, or is of another organization', async () => {
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

  it('lets a machine identity with just that permission for that name', async () => {
    const { setting, attempt } = await prepare();
    const response = await attempt(await newProjectIdentity(world(), setting, ruleForName('allowed', action)));
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
  });
};
