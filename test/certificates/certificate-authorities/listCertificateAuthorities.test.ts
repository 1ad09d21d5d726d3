import { expect } from 'chai';
import { newAuthorities, ruleForName, root } from '../../support/fixtures/authorities.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listCertificateAuthorities', (world) => {
  const list = (as: { token: string }, projectId: string) =>
    world().call('listCertificateAuthorities', { as, query: { projectId } });

  it('lists the authorities of the project by name that the caller may read', async () => {
    const setting = await newAuthorities(world());
    const { admin, project, created } = setting;
    expect((await list(admin, project.id)).body).to.deep.equal([]);
    const [b, a] = [await created(root, { name: 'b' }), await created(root, { name: 'a' })];
    await (await newAuthorities(world())).created();
    const { status, body } = await list(admin, project.id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal([a, b]);
    expect(
      (await list(await newProjectIdentity(world(), setting, ruleForName('b', 'read')), project.id)).body,
    ).to.deep.equal([b]);
    expect((await list(await newProjectIdentity(world(), setting, 'viewer'), project.id)).body).to.deep.equal([a, b]);
  });

  it('refuses callers without the permission, non-members, and members of another organization', async () => {
    const setting = await newAuthorities(world());
    const { admin, project, organization } = setting;
    for (const role of ['no-access', ruleForName('b', 'edit')])
      expectError(await list(await newProjectIdentity(world(), setting, role), project.id), 403, 'PermissionDenied');
    expectError(await list(await world().newUser(organization, 'admin'), project.id), 403, 'ProjectMembershipNotFound');
    expectError(
      await list((await newProjectWithAdmin(world())).admin, project.id),
      404,
      'NotFound',
      /Project not found/,
    );
    expectIssues(await world().call('listCertificateAuthorities', { as: admin }), 'query projectId required');
  });
});
