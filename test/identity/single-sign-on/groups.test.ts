import { expect } from 'chai';
import type { JWTPayload } from 'jose';
import type { TestProvider } from '../../support/clients/oidc-provider.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { atRealTime } from '../../support/fixtures/oidc-auth.ts';
import {
  newPerson,
  newSignOnOrganization,
  signOnAs,
  startSignOnProvider,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import type { TestUser } from '../../support/world/members.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('groups that a provider decides about', (world) => {
  let provider: TestProvider;
  let at: SignOnOrganization;
  before(async () => {
    provider = await startSignOnProvider(world());
  });
  beforeEach(async () => {
    at = await newSignOnOrganization(world(), provider, { manageGroupMemberships: true });
  });
  after(() => provider.stop());

  const findUser = async ({ email }: { email: string }) =>
    (await world().server.parts.stores.users.findByUsername(email))!;

  /** Signs in with these claims, and returns the ids of the groups that the person is in then. */
  const groupsAfter = async (person: JWTPayload & { email: string }, groups?: unknown): Promise<string[]> => {
    await signOnAs(world(), provider, at, groups === undefined ? person : { ...person, groups });
    const { memberships, groupMembers } = world().server.parts.stores;
    const membership = await memberships.findOfUser(at.organization.id, (await findUser(person)).id);
    return groupMembers.listGroupIds(membership!.id);
  };

  /** Somebody who manages groups and the provider, without being an administrator. */
  const newManager = async (): Promise<TestUser> =>
    world().newUser(
      at.organization,
      await world().newRole(at.organization, [
        { subject: 'groups', action: '*' },
        { subject: 'sso', action: '*' },
      ]),
    );

  const changeGroup = (as: { token: string }, { id }: { id: string }, body: object) =>
    world().call('updateGroup', { as, params: { id }, body });

  it('the claim groups decides about groups with a name at the provider; without it nothing changes', () =>
    atRealTime(world(), async () => {
      const rockets = await newGroup(world(), at.organization, { name: 'One', providerGroupName: 'Rockets' });
      const alsoRockets = await newGroup(world(), at.organization, { name: 'Two', providerGroupName: 'rockets' });
      const tea = await newGroup(world(), at.organization, { name: 'Three', providerGroupName: 'Tea' });
      const person = newPerson();
      expect(await groupsAfter(person, ['ROCKETS', 'unknown'])).to.have.members([rockets.id, alsoRockets.id]);
      expect(await groupsAfter(person)).to.have.members([rockets.id, alsoRockets.id]);
      expect(await groupsAfter(person, 'Tea')).to.deep.equal([tea.id]);
      expect(await groupsAfter(person, [])).to.deep.equal([]);
      const changes = await changesWhere(world(), { organizationId: at.organization.id });
      const names = (change: 'assign' | 'remove') =>
        changes
          .filter(({ eventType }) => eventType === `oidc-group-membership-mapping-${change}-user`)
          .map(({ eventMetadata }) => (eventMetadata as { providerGroupName: string }).providerGroupName);
      for (const change of ['assign', 'remove'] as const)
        expect(names(change)).to.have.members(['Rockets', 'rockets', 'Tea']);
    }));

  it('a group without a name at the provider is left alone, whatever its name is', () =>
    atRealTime(world(), async () => {
      const group = await newGroup(world(), at.organization, { name: 'Rockets', role: 'admin' });
      const person = newPerson();
      expect(await groupsAfter(person, ['Rockets'])).to.deep.equal([]);
      await addToGroup(world(), group, await findUser(person));
      expect(await groupsAfter(person, [])).to.deep.equal([group.id]);
    }));

  it('a rename moves nobody: not into the group, and not out of it', () =>
    atRealTime(world(), async () => {
      const manager = await newManager();
      const admins = await newGroup(world(), at.organization, {
        name: 'Platform Admins',
        role: 'admin',
        providerGroupName: 'Platform Admins',
      });
      const [interns, administrator] = [newPerson(), newPerson()];
      expect(await groupsAfter(administrator, ['Platform Admins'])).to.deep.equal([admins.id]);
      expect((await changeGroup(manager, admins, { name: 'Interns', slug: 'interns' })).status).to.equal(200);
      expect(await groupsAfter(interns, ['Interns'])).to.deep.equal([]);
      expect(await groupsAfter(administrator, ['Platform Admins'])).to.deep.equal([admins.id]);
    }));

  it('a group that is created under the name of another one gets no members by it', () =>
    atRealTime(world(), async () => {
      const manager = await newManager();
      const group = await newGroup(world(), at.organization, { name: 'Rockets', providerGroupName: 'Rockets' });
      const person = newPerson();
      expect(await groupsAfter(person, ['Rockets'])).to.deep.equal([group.id]);
      expect((await world().call('deleteGroup', { as: manager, params: { id: group.id } })).status).to.equal(200);
      const { body } = await world().call('createGroup', { as: manager, body: { name: 'Rockets' } });
      expect(body.providerGroupName).to.equal(null);
      expect(await groupsAfter(person, ['Rockets'])).to.deep.equal([]);
    }));

  it('only those who may change the provider set, change and clear a name at the provider, and only after a recent sign-in', async () => {
    const { organization, admin } = at;
    const create = (as: { token: string }) =>
      world().call('createGroup', { as, body: { name: 'Rockets', providerGroupName: ' rockets ' } });
    const manager = await newManager();
    expectError(await create(manager), 403, 'PermissionBoundaryError');
    await world().clock.later(601, async () => expectError(await create(admin), 403, 'ReauthenticationRequired'));
    const { body: group } = await create(admin);
    expect(group.providerGroupName).to.equal('rockets');

    for (const providerGroupName of ['tea', null]) {
      expectError(await changeGroup(manager, group, { providerGroupName }), 403, 'PermissionBoundaryError');
      await world().clock.later(601, async () =>
        expectError(await changeGroup(admin, group, { providerGroupName }), 403, 'ReauthenticationRequired'),
      );
      expect((await changeGroup(admin, group, { providerGroupName })).body.providerGroupName).to.equal(
        providerGroupName,
      );
      expect((await changeGroup(manager, group, { providerGroupName })).status, 'the same again').to.equal(200);
    }
    const read = await world().call('getGroup', { as: manager, params: { id: group.id } });
    expect(read.body.providerGroupName).to.equal(null);
    const groupManager = await world().newUser(
      organization,
      await world().newRole(organization, [{ subject: 'groups', action: '*' }]),
    );
    expectError(await changeGroup(groupManager, group, { providerGroupName: 'tea' }), 403, 'PermissionDenied', /SSO/);

    const changes = await changesWhere(world(), { organizationId: organization.id });
    const recorded = changes
      .filter(({ eventType }) => ['create-group', 'update-group'].includes(eventType))
      .map(({ eventMetadata }) => (eventMetadata as { providerGroupName: string | null }).providerGroupName);
    expect(recorded).to.have.members(['rockets', 'tea', null]);
  });
});
