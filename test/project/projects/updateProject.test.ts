import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateProject', (world) => {
  const setting = async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { description: 'Flies.' });
    const params = { projectId: project.id };
    const update = (body: unknown, as: { token: string } = admin) =>
      world().call('updateProject', { as, params, body });
    const current = () => world().server.parts.stores.projects.findById(organization.id, project.id);
    return { organization, project, admin, update, current };
  };

  it('updates the given fields and keeps the others', async () => {
    const { project, update, current } = await setting();
    const all = {
      slug: `renamed-${project.id}`,
      autoCapitalization: true,
      hasDeleteProtection: true,
      pitVersionLimit: 100,
      secretSharing: false,
      showSnapshotsLegacy: true,
      defaultProduct: 'pam',
      secretDetectionIgnoreValues: ['one', 'two'],
      enforceEncryptedSecretManagerSecretMetadata: true,
    };
    await world().clock.later(60, async () => {
      const updatedAt = '2030-01-01T00:01:00.000Z';
      const renamed = await update({ name: ' Renamed ', description: ' Lands. ' });
      expect(renamed.status).to.equal(200);
      expect(renamed.body).to.deep.equal({
        project: { ...shownProject(project), name: 'Renamed', description: 'Lands.', updatedAt },
      });
      expect((await update(all)).body.project).to.deep.equal({
        ...shownProject(project),
        ...all,
        name: 'Renamed',
        description: 'Lands.',
        updatedAt,
      });
      const { secretDetectionIgnoreValues: _values, ...columns } = all;
      expect(await current()).to.deep.equal({
        ...(await current()),
        ...columns,
        name: 'Renamed',
        description: 'Lands.',
        updatedAt,
      });
    });
    expect((await update({ description: null, secretDetectionIgnoreValues: [] })).body.project).to.deep.include({
      description: null,
      secretDetectionIgnoreValues: [],
    });
    expect((await update({ description: '' })).body.project.description).to.equal('');
  });

  it('records only the names of the changed fields', async () => {
    const { project, admin, update } = await setting();
    await update({ name: 'Renamed', secretDetectionIgnoreValues: ['perhaps a secret'] });
    const eventMetadata = { id: project.id, name: 'Renamed', changed: ['name', 'secretDetectionIgnoreValues'] };
    expect(await eventsOf(world(), project.id)).to.deep.equal([
      { actorId: admin.id, eventType: 'update-project', eventMetadata },
    ]);
  });

  it('does not count an empty request or equal values as a change', async () => {
    const { project, update, current } = await setting();
    const before = await current();
    await world().clock.later(60, async () => {
      for (const body of [
        {},
        undefined,
        { name: project.name, slug: project.slug, description: 'Flies.', secretDetectionIgnoreValues: [] },
        { projectId: 'something else', id: 'x', type: 'pam' },
      ]) {
        const response = await update(body);
        expect(response.status).to.equal(200);
        expect(response.body.project).to.deep.equal(shownProject(project));
      }
    });
    expect(await current()).to.deep.equal(before);
    expect(await eventsOf(world(), project.id)).to.deep.equal([]);
  });

  it('does not change the retention of the audit log', async () => {
    const { update } = await setting();
    expect(
      (await update({ name: 'Renamed', auditLogsRetentionDays: 1, accessRevision: 7 })).body.project
        .auditLogsRetentionDays,
    ).to.equal(null);
  });

  it('refuses a slug that is in use, and changes nothing', async () => {
    const { organization, update, current } = await setting();
    const before = await current();
    const other = await newProject(world(), organization);
    expectError(await update({ name: 'Half done', slug: other.slug }), 400, 'BadRequest', /taken/);
    expect(await current()).to.deep.equal(before);
    const foreign = await newProject(world(), await world().newOrganization());
    expect((await update({ slug: foreign.slug })).status, 'another organization').to.equal(200);
  });

  it('is allowed for callers who may edit settings', async () => {
    const { organization, project, admin, update, current } = await setting();
    const identity = (role: any) => newProjectIdentity(world(), { organization, project }, role);
    expect((await update({ name: 'By a member' }, await identity('member'))).status).to.equal(200);
    expect(
      (await update({ name: 'By a custom role' }, await identity([{ subject: 'settings', action: 'edit' }]))).status,
    ).to.equal(200);
    const settings = async () => ({ ...(await current()), accessRevision: 0 });
    const before = await settings();
    const taken = (await newProject(world(), organization)).slug;
    for (const role of [
      'viewer',
      'no-access',
      [
        { subject: 'settings', action: ['read', 'create', 'delete'] },
        { subject: 'workspace', action: 'edit' },
      ],
    ]) {
      expectError(await update({ slug: taken }, await identity(role)), 403, 'PermissionDenied', /edit settings/);
    }
    expectError(
      await update({ slug: taken }, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expect(await settings()).to.deep.equal(before);
    const foreign = await newProject(world(), await world().newOrganization());
    for (const projectId of [foreign.id, 'not-an-id'])
      expectError(await world().call('updateProject', { as: admin, params: { projectId }, body: {} }), 404, 'NotFound');
  });

  it('reports all problems of a request', async () => {
    const { update, current } = await setting();
    const before = await current();
    expectIssues(
      await update({ name: '', slug: 'abcd', pitVersionLimit: 0 }),
      'body name too_small',
      'body name pattern',
      'body slug too_small',
      'body pitVersionLimit too_small',
    );
    expectIssues(
      await update({ name: 'x'.repeat(65), description: 'x'.repeat(1025), slug: 'x'.repeat(65), pitVersionLimit: 101 }),
      'body name too_big',
      'body description too_big',
      'body slug too_big',
      'body pitVersionLimit too_big',
    );
    expectIssues(
      await update({ name: null, slug: 'No-Slug', pitVersionLimit: 1.5, defaultProduct: 'other' }),
      'body name type',
      'body slug pattern',
      'body pitVersionLimit type',
      'body defaultProduct enum',
    );
    const many = (count: number) => Array.from({ length: count }, () => 'x'.repeat(1024));
    expectIssues(await update({ secretDetectionIgnoreValues: many(101) }), 'body secretDetectionIgnoreValues too_big');
    expectIssues(
      await update({ secretDetectionIgnoreValues: ['', 'x'.repeat(1025)] }),
      'body secretDetectionIgnoreValues.0 too_small',
      'body secretDetectionIgnoreValues.1 too_big',
    );
    expectIssues(
      await update({
        autoCapitalization: 'x',
        hasDeleteProtection: 1,
        secretSharing: null,
        showSnapshotsLegacy: 'no',
        enforceEncryptedSecretManagerSecretMetadata: 0,
      }),
      'body autoCapitalization type',
      'body hasDeleteProtection type',
      'body secretSharing type',
      'body showSnapshotsLegacy type',
      'body enforceEncryptedSecretManagerSecretMetadata type',
    );
    expect(await current()).to.deep.equal(before);
    expect(
      (
        await update({
          name: 'x'.repeat(64),
          description: 'x'.repeat(1024),
          pitVersionLimit: 1,
          secretDetectionIgnoreValues: many(100),
        })
      ).status,
    ).to.equal(200);
    expect(
      (await update({ name: 'x', pitVersionLimit: 100, slug: before!.id.replaceAll('-', 'x').slice(0, 5) })).status,
    ).to.equal(200);
    expect((await update({ slug: `${'x'.repeat(28)}${before!.id}` })).status).to.equal(200);
  });
});
