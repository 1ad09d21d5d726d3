import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstanceAdmin, newOperator, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateTokenAuthToken', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const target = await world().newIdentity(organization, 'member');
    const as = await newOperator(world(), organization, 'create-token');
    const update = (body?: unknown, tokenId = target.tokenId, caller: { token: string } = as) =>
      world().call('updateTokenAuthToken', { as: caller, params: { tokenId }, body });
    return { organization, target, update };
  };

  it('renames a token, which stays valid', async () => {
    const { target, update } = await setting();
    await world().clock.later(60, async () => {
      const { status, body } = await update({ name: 'weekly build' });
      expect(status).to.equal(200);
      expect(body.token).to.include({
        id: target.tokenId,
        name: 'weekly build',
        updatedAt: '2030-01-01T00:01:00.000Z',
      });
      expect((await update()).body.token, 'an empty request').to.include({ name: 'weekly build' });
    });
    expect((await update({ name: '' })).body.token.name).to.equal('');
    expect((await update({ name: 'x'.repeat(255) })).body.token.name).to.have.length(255);
    expect((await world().call('getIdentityDetails', { as: target })).status).to.equal(200);
  });

  it('does not find tokens of another organization or another auth method', async () => {
    const { organization, target, update } = await setting();
    const login = await withUniversalAuth(world(), organization, target.id);
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const tokenId of [login.tokenId, foreign.tokenId, 'no-such-thing'])
      expectError(await update({ name: 'mine' }, tokenId), 404, 'NotFound');
  });

  it('refuses callers without the permission, and a name that is too long', async () => {
    const { organization, target, update } = await setting();
    expectError(
      await update(
        { name: 'x' },
        target.tokenId,
        await newOperator(world(), organization, 'edit', 'get-token', 'delete-token'),
      ),
      403,
      'PermissionDenied',
      /create tokens of machine identities/,
    );
    expectError(
      await update({ name: 'x' }, (await newInstanceAdmin(world(), organization)).tokenId),
      403,
      'ForbiddenError',
    );
    expectIssues(await update({ name: 'x'.repeat(256) }), 'body name too_big');
  });
});
