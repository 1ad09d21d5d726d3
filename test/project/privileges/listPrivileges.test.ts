import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { addThroughGroup, privilegeSetting, temporaryType } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listPrivileges', (world) => {
  const setting = async () => {
    const given = await privilegeSetting(world());
    const query = { identityId: given.identity.id, projectId: given.project.id };
    const list = (changes: Record<string, string> = {}, as: { token: string } = given.admin) =>
      world().call('listPrivileges', { as, query: { ...query, ...changes } });
    return { ...given, list };
  };

  it('lists all fields except the rules, the oldest first, including expired privileges', async () => {
    const { created, list } = await setting();
    await world().clock.later(2, () => created({ slug: 'third' }));
    await world().clock.later(1, () => created({ slug: 'second' }));
    const { permissions: _, ...ended } = await created({
      slug: 'ended',
      type: { ...temporaryType, temporaryAccessStartTime: '2029-01-01T00:00:00Z' },
    });
    const { status, body } = await list();
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('privileges');
    expect(body.privileges.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['ended', 'second', 'third']);
    expect(body.privileges[0]).to.deep.equal(ended);
    expect(ended).to.include({ isTemporary: true, temporaryAccessEndTime: '2029-01-01T01:00:00.000Z' });
    for (const item of body.privileges) {
      expect(item).to.have.all.keys(
        'id',
        'slug',
        'createdAt',
        'updatedAt',
        'isTemporary',
        'temporaryMode',
        'temporaryRange',
        'temporaryAccessStartTime',
        'temporaryAccessEndTime',
      );
    }
  });

  it('has a stable order for equal times', async () => {
    const { created, list, stored } = await setting();
    for (let number = 0; number < 5; number += 1) await created();
    const ids = (await stored()).map(({ id }) => id);
    for (let time = 0; time < 2; time += 1)
      expect((await list()).body.privileges.map(({ id }: { id: string }) => id)).to.deep.equal(ids);
  });

  it('lists only privileges of this identity in this project', async () => {
    const { organization, project, admin, identity, created, list } = await setting();
    await created({ slug: 'own' });
    const other = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, other, 'viewer');
    expect((await list({ identityId: other.id })).body).to.deep.equal({ privileges: [] });
    const second = await newProject(world(), organization);
    for (const member of [admin, identity]) await addToProject(world(), second, member, 'admin');
    expect((await list({ projectId: second.id })).body).to.deep.equal({ privileges: [] });
  });

  it('requires both ids', async () => {
    const { admin, list } = await setting();
    expectIssues(
      await world().call('listPrivileges', { as: admin }),
      'query identityId required',
      'query projectId required',
    );
    expectIssues(await list({ identityId: '' }), 'query identityId required');
    expectIssues(await list({ projectId: '' }), 'query projectId required');
    expectError(await list({ identityId: 'x' }), 404, 'NotFound');
    expectError(await list({ projectId: 'x' }), 404, 'NotFound');
    expectError(await list({ identityId: admin.id }), 404, 'NotFound');
  });

  it('is allowed for callers who may read the identity', async () => {
    const { list, newMember, identity, organization } = await setting();
    expect((await list({}, await newMember('viewer'))).status).to.equal(200);
    const reading = (identityId: string) =>
      newMember([{ subject: 'identity', action: 'read', conditions: { identityId } }]);
    expect((await list({}, await reading(identity.id))).status).to.equal(200);
    expectError(await list({}, await reading('x')), 403, 'PermissionDenied', /read machine identities/);
    expectError(
      await list({}, await newMember([{ subject: 'identity', action: 'edit' }])),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
    expectError(await list({}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
  });

  it('requires a direct membership of the identity', async () => {
    const given = await setting();
    const identity = await world().newIdentity(given.organization, 'admin');
    expectError(await given.list({ identityId: identity.id }), 404, 'NotFound');
    await addThroughGroup(world(), given, identity);
    expectError(await given.list({ identityId: identity.id }), 400, 'BadRequest', /group/i);
  });

  it('is not found in another organization', async () => {
    const [own, foreign] = [await setting(), await setting()];
    await foreign.created();
    expectError(await own.list({ projectId: foreign.project.id, identityId: foreign.identity.id }), 404, 'NotFound');
    expectError(await own.list({ identityId: foreign.identity.id }), 404, 'NotFound');
    expectError(await own.list({ projectId: foreign.project.id }), 404, 'NotFound');
  });
});
