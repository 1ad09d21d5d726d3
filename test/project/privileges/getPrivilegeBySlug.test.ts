import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { addThroughGroup, privilegeSetting, temporaryType } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getPrivilegeBySlug', (world) => {
  const setting = async () => {
    const given = await privilegeSetting(world());
    const query = { identityId: given.identity.id, projectSlug: given.project.slug };
    const get = (privilegeSlug: string, changes: Record<string, string> = {}, as: { token: string } = given.admin) =>
      world().call('getPrivilegeBySlug', { as, params: { privilegeSlug }, query: { ...query, ...changes } });
    return { ...given, get };
  };

  it('returns the same as creating it', async () => {
    const { created, get } = await setting();
    const privilege = await created({ slug: 'wanted', type: temporaryType });
    const { status, body } = await get('wanted');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ privilege });
  });

  it('finds the privilege of each identity', async () => {
    const { created, get, organization, project } = await setting();
    const other = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, other, 'viewer');
    const first = await created({ slug: 'same' });
    const second = await created({ slug: 'same', identityId: other.id });
    await created({ slug: 'only-first' });
    expect((await get('same')).body.privilege.id).to.equal(first.id);
    expect((await get('same', { identityId: other.id })).body.privilege.id).to.equal(second.id);
    expectError(await get('only-first', { identityId: other.id }), 404, 'NotFound');
  });

  it('requires an identity and a project, and returns 404 for unknown privileges', async () => {
    const { get, created, admin } = await setting();
    const { id } = await created({ slug: 'there' });
    expectIssues(
      await world().call('getPrivilegeBySlug', { as: admin, params: { privilegeSlug: 'there' } }),
      'query identityId required',
      'query projectSlug required',
    );
    expectIssues(await get('there', { identityId: '' }), 'query identityId required');
    for (const slug of ['x', 'THERE', id, 'x'.repeat(61)]) expectError(await get(slug), 404, 'NotFound');
    expectError(await get('there', { identityId: 'x' }), 404, 'NotFound');
    expectError(await get('there', { projectSlug: 'x' }), 404, 'NotFound');
  });

  it('is allowed for callers who may read the identity, which must be a direct member', async () => {
    const given = await setting();
    const { get, created, newMember, organization } = given;
    await created({ slug: 'there' });
    expect((await get('there', {}, await newMember('viewer'))).status).to.equal(200);
    expectError(
      await get('there', {}, await newMember('no-access')),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
    expectError(await get('there', {}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    const grouped = await world().newIdentity(organization, 'no-access');
    await addThroughGroup(world(), given, grouped);
    expectError(await get('there', { identityId: grouped.id }), 400, 'BadRequest', /group/i);
  });

  it('is not found in another organization', async () => {
    const [own, foreign] = [await setting(), await setting()];
    await foreign.created({ slug: 'there' });
    expectError(
      await own.get('there', { projectSlug: foreign.project.slug, identityId: foreign.identity.id }),
      404,
      'NotFound',
    );
    expectError(await own.get('there', { identityId: foreign.identity.id }), 404, 'NotFound');
  });
});
