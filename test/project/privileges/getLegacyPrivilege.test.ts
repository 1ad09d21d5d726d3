import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { legacySetting } from '../../support/fixtures/legacy-privileges.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { addThroughGroup } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getLegacyPrivilege', (world) => {
  const setting = async () => {
    const given = await legacySetting(world());
    const get = (privilegeSlug: string, changes: Record<string, string> = {}, as: { token: string } = given.admin) =>
      world().call('getLegacyPrivilege', { as, params: { privilegeSlug }, query: { ...given.target, ...changes } });
    return { ...given, get };
  };

  it('returns the same as creating it', async () => {
    const { createPermanent, createTemporary, get } = await setting();
    const permanent = await createPermanent({ slug: 'one' });
    const temporary = await createTemporary({ slug: 'two' });
    expect((await get('one')).body).to.deep.equal(permanent.body);
    expect((await get('two')).body).to.deep.equal(temporary.body);
  });

  it('returns privileges of the newer version too, with their membership', async () => {
    const { created, get, membershipId } = await setting();
    const privilege = await created({
      slug: 'newer',
      permissions: [
        { subject: 'secrets', action: 'readValue', inverted: true, conditions: { secretTags: { $in: ['a'] } } },
      ],
    });
    expect((await get('newer')).body).to.deep.equal({ privilege: { ...privilege, projectMembershipId: membershipId } });
  });

  it('finds slugs that are segments of other paths', async () => {
    const { createPermanent, get } = await setting();
    for (const slug of ['permanent', 'temporary']) {
      await createPermanent({ slug });
      expect((await get(slug)).body.privilege.slug).to.equal(slug);
    }
  });

  it('finds the privilege of each identity', async () => {
    const { createPermanent, get, organization, project } = await setting();
    const other = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, other, 'viewer');
    const second = await createPermanent({ slug: 'same', identityId: other.id });
    const first = await createPermanent({ slug: 'same' });
    await createPermanent({ slug: 'only-first' });
    expect((await get('same')).body).to.deep.equal(first.body);
    expect((await get('same', { identityId: other.id })).body).to.deep.equal(second.body);
    expectError(await get('only-first', { identityId: other.id }), 404, 'NotFound');
  });

  it('requires an identity and a project, and returns 404 for unknown privileges', async () => {
    const { admin, createPermanent, get } = await setting();
    const { body } = await createPermanent({ slug: 'there' });
    expectIssues(
      await world().call('getLegacyPrivilege', { as: admin, params: { privilegeSlug: 'there' } }),
      'query identityId required',
      'query projectSlug required',
    );
    for (const field of ['identityId', 'projectSlug']) {
      expectIssues(await get('there', { [field]: '' }), `query ${field} required`);
      expectError(await get('there', { [field]: 'x' }), 404, 'NotFound');
    }
    for (const slug of ['x', 'THERE', body.privilege.id, 'x'.repeat(61)]) expectError(await get(slug), 404, 'NotFound');
  });

  it('refuses the same callers as the newer version', async () => {
    const given = await setting();
    const { createPermanent, get, newMember, organization } = given;
    await createPermanent({ slug: 'there' });
    expect((await get('there', {}, await newMember('viewer'))).status).to.equal(200);
    for (const slug of ['there', 'x'])
      expectError(
        await get(slug, {}, await newMember('no-access')),
        403,
        'PermissionDenied',
        /read machine identities/,
      );
    expectError(await get('there', {}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    const grouped = await world().newIdentity(organization, 'no-access');
    await addThroughGroup(world(), given, grouped);
    expectError(await get('there', { identityId: grouped.id }), 400, 'BadRequest', /group/i);
    const foreign = await setting();
    await foreign.createPermanent({ slug: 'there' });
    expectError(await get('there', foreign.target), 404, 'NotFound');
    expectError(await get('there', { identityId: foreign.identity.id }), 404, 'NotFound');
  });
});
