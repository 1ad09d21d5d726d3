import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { membershipOf } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('removeOrganizationUsers', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const own = await membershipOf(world(), organization, admin);
    const newMember = async (role: string) =>
      membershipOf(world(), organization, await world().newUser(organization, role));
    const [first, second] = [await newMember('member'), await newMember('admin')];
    const remove = (membershipIds: unknown, as: { token: string } = admin) =>
      world().call('removeOrganizationUsers', {
        as,
        params: { organizationId: organization.id },
        body: { membershipIds },
      });
    const left = async () => (await world().server.parts.stores.users.listMembers(organization.id)).map(({ id }) => id);
    return { organization, admin, own, first, second, remove, left };
  };

  it('removes all users, in the order of the request', async () => {
    const { own, first, second, remove, left } = await setting();
    const { status, body } = await remove([second, first, second]);
    expect(status).to.equal(200);
    expect(body.memberships.map(({ id }: any) => id)).to.deep.equal([second, first]);
    expect(body.memberships[0]).to.include({ role: 'admin', updatedAt: '2030-01-01T00:00:00.000Z' });
    expect(await left()).to.deep.equal([own]);
  });

  it('removes all users or none', async () => {
    const { organization, own, first, second, remove, left } = await setting();
    const foreign = await world().newOrganization();
    const outsider = await membershipOf(world(), foreign, await world().newUser(foreign, 'member'));
    for (const id of [outsider, 'unknown']) expectError(await remove([first, id]), 404, 'NotFound');
    expectError(await remove([first, own]), 400, 'BadRequest', /own membership/);
    const machine = await world().newIdentity(organization, 'admin');
    expectError(await remove([first, own, second], machine), 400, 'BadRequest', /administrator/);
    expect(await left()).to.have.members([own, first, second]);
    expect((await remove([own, first], machine)).status).to.equal(200);
    expect(await left()).to.deep.equal([second]);
  });

  it('requires member:delete', async () => {
    const { organization, first, remove, left } = await setting();
    expectError(
      await remove([first], await world().newUser(organization, 'member')),
      403,
      'PermissionDenied',
      /delete members/,
    );
    expect(await left()).to.include(first);
  });

  it('does not find other organizations', async () => {
    const { admin: as, first } = await setting();
    const { id: organizationId } = await world().newOrganization();
    expectError(
      await world().call('removeOrganizationUsers', {
        as,
        params: { organizationId },
        body: { membershipIds: [first] },
      }),
      404,
      'NotFound',
    );
  });

  it('reports all problems of a request', async () => {
    const { remove } = await setting();
    expectIssues(await remove(undefined), 'body membershipIds required');
    expectIssues(await remove([]), 'body membershipIds too_small');
    expectIssues(await remove(['', 7]), 'body membershipIds.0 too_small', 'body membershipIds.1 type');
    expectIssues(await remove(Array.from({ length: 101 }, String)), 'body membershipIds too_big');
    expectError(await remove(Array.from({ length: 100 }, String)), 404, 'NotFound');
  });
});
