import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { legacySetting } from '../../support/fixtures/legacy-privileges.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { addThroughGroup, granter, temporaryTimes } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteLegacyPrivilege', (world) => {
  const setting = async () => {
    const given = await legacySetting(world());
    const remove = (privilegeSlug: string, changes: object = {}, as: { token: string } = given.admin) =>
      world().call('deleteLegacyPrivilege', { as, body: { ...given.target, privilegeSlug, ...changes } });
    return { ...given, remove };
  };

  it('returns the privilege, and takes effect with the next request', async () => {
    const { createTemporary, remove, mayDo, stored } = await setting();
    const { body: before } = await createTemporary({ slug: 'going' });
    expect(await mayDo('readValue', 'secrets', { environment: 'dev', secretPath: '/a' })).to.equal(true);
    const { status, body } = await remove('going');
    expect(status).to.equal(200);
    expect(body).to.deep.equal(before);
    expect(await mayDo('readValue', 'secrets', { environment: 'dev', secretPath: '/a' })).to.equal(false);
    expect(await stored()).to.deep.equal([]);
    expectError(await remove('going'), 404, 'NotFound');
  });

  it('deletes only the privilege of this identity, also one of the newer version', async () => {
    const { created, remove, organization, project } = await setting();
    const other = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, other, 'no-access');
    const first = await created({ slug: 'same' });
    const second = await created({ slug: 'same', identityId: other.id });
    expect((await remove('same', { identityId: other.id })).body.privilege.id).to.equal(second.id);
    expect((await remove('same')).body.privilege.id).to.equal(first.id);
  });

  it('requires a slug, an identity and a project', async () => {
    const { admin, remove } = await setting();
    const fields = ['privilegeSlug', 'identityId', 'projectSlug'];
    expectIssues(
      await world().call('deleteLegacyPrivilege', { as: admin, body: {} }),
      ...fields.map((field) => `body ${field} required`),
    );
    expectIssues(
      await world().call('deleteLegacyPrivilege', { as: admin }),
      ...fields.map((field) => `body ${field} required`),
    );
    for (const field of fields) expectIssues(await remove('x', { [field]: '' }), `body ${field} too_small`);
  });

  it('refuses the same callers as the newer version', async () => {
    const { createPermanent, create, remove, newMember, organization, stored } = await setting();
    await createPermanent({ slug: 'allowing' });
    await create({ slug: 'denying', permissions: [{ subject: 'secrets', action: 'read', inverted: true }] });
    expectError(
      await remove('allowing', {}, await newMember('viewer')),
      403,
      'PermissionDenied',
      /edit machine identities/,
    );
    expectError(await remove('x', {}, await newMember('viewer')), 403, 'PermissionDenied', /edit machine identities/);
    expectError(
      await remove('allowing', {}, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await remove('denying', {}, await newMember(granter())), 403, 'PermissionBoundaryError');
    expect(await stored()).to.have.length(2);
    const edit = { subject: 'identity', action: 'edit' };
    expectError(await remove('allowing', {}, await newMember([edit])), 403, 'PermissionBoundaryError', /take them/);
    const holder = await newMember([edit, { subject: 'secrets', action: 'read' }]);
    expect((await remove('allowing', {}, holder)).status).to.equal(200);
    expect(
      (await remove('denying', {}, await newMember(granter({ subject: 'secrets', action: 'read' })))).status,
    ).to.equal(200);
  });

  it('returns 404 for unknown privileges', async () => {
    const given = await setting();
    const { createPermanent, remove, organization, stored } = given;
    const { body } = await createPermanent({ slug: 'there' });
    for (const slug of ['x', 'THERE', body.privilege.id, 'x'.repeat(61)])
      expectError(await remove(slug), 404, 'NotFound');
    for (const field of ['identityId', 'projectSlug'])
      expectError(await remove('there', { [field]: 'x' }), 404, 'NotFound');
    const grouped = await world().newIdentity(organization, 'no-access');
    await addThroughGroup(world(), given, grouped);
    expectError(await remove('there', { identityId: grouped.id }), 400, 'BadRequest', /group/i);
    const foreign = await setting();
    await foreign.createPermanent({ slug: 'there' });
    expectError(await remove('there', foreign.target), 404, 'NotFound');
    expectError(await remove('there', { identityId: foreign.identity.id }), 404, 'NotFound');
    for (const rows of [await stored(), await foreign.stored()]) expect(rows).to.have.length(1);
  });

  it('is recorded in the audit log', async () => {
    const { createTemporary, remove, audited, identity, project } = await setting();
    const { body } = await createTemporary({ slug: 'audited', privilegePermission: undefined, permissions: [] });
    await remove('audited');
    const entry = (await audited()).find(
      ({ eventType }) => eventType === 'delete-identity-project-additional-privilege',
    );
    expect(entry).to.deep.include({
      eventMetadata: {
        identityId: identity.id,
        privilegeId: body.privilege.id,
        slug: 'audited',
        isTemporary: true,
        ...temporaryTimes,
        permissions: '[]',
      },
      projectId: project.id,
    });
  });
});
