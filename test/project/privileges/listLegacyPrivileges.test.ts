import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { legacySetting } from '../../support/fixtures/legacy-privileges.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { addThroughGroup } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listLegacyPrivileges', (world) => {
  const setting = async () => {
    const given = await legacySetting(world());
    const list = (changes: Record<string, string> = {}, as: { token: string } = given.admin) =>
      world().call('listLegacyPrivileges', { as, query: { ...given.target, ...changes } });
    return { ...given, list };
  };

  it('lists complete privileges of both versions, the oldest first, including expired ones', async () => {
    const { createPermanent, createTemporary, created, list, membershipId } = await setting();
    const third = await world().clock.later(2, () => createPermanent({ slug: 'third' }));
    const second = await world().clock.later(1, () => created({ slug: 'second' }));
    const first = await createTemporary({ slug: 'first', temporaryAccessStartTime: '2029-01-01T00:00:00Z' });
    const { status, body } = await list();
    expect(status).to.equal(200);
    const permissions = second.permissions.flatMap((rule: { action: string | string[] }) =>
      [rule.action].flat().map((action) => ({ ...rule, action })),
    );
    expect(body).to.deep.equal({
      privileges: [
        first.body.privilege,
        { ...second, permissions, projectMembershipId: membershipId },
        third.body.privilege,
      ],
    });
  });

  it('lists only privileges of this identity', async () => {
    const { createPermanent, list, organization, project } = await setting();
    await createPermanent();
    const other = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, other, 'viewer');
    expect((await list({ identityId: other.id })).body).to.deep.equal({ privileges: [] });
  });

  it('requires an identity and a project', async () => {
    const { admin, list } = await setting();
    expectIssues(
      await world().call('listLegacyPrivileges', { as: admin }),
      'query identityId required',
      'query projectSlug required',
    );
    for (const field of ['identityId', 'projectSlug']) {
      expectIssues(await list({ [field]: '' }), `query ${field} required`);
      expectError(await list({ [field]: 'x' }), 404, 'NotFound');
    }
  });

  it('refuses the same callers as the newer version', async () => {
    const given = await setting();
    const { list, newMember, organization } = given;
    expect((await list({}, await newMember('viewer'))).status).to.equal(200);
    expectError(await list({}, await newMember('no-access')), 403, 'PermissionDenied', /read machine identities/);
    expectError(await list({}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    const identity = await world().newIdentity(organization, 'no-access');
    expectError(await list({ identityId: identity.id }), 404, 'NotFound');
    await addThroughGroup(world(), given, identity);
    expectError(await list({ identityId: identity.id }), 400, 'BadRequest', /group/i);
    const foreign = await setting();
    await foreign.createPermanent();
    expectError(await list(foreign.target), 404, 'NotFound');
    expectError(await list({ identityId: foreign.identity.id }), 404, 'NotFound');
  });
});
