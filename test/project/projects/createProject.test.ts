import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { unmarked } from '../environments/checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createProject', (world) => {
  const setting = async (role = 'member') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, role);
    const create = (body: unknown) => world().call('createProject', { as, body });
    const total = async (): Promise<number> =>
      (await world().server.parts.database.read('projects').where({ organizationId: organization.id })).length;
    return { organization, as, create, total };
  };

  it('creates a project with three environments and the caller as administrator', async () => {
    const { organization, as, create } = await setting();
    const { status, body } = await create({ projectName: '  Rocket Launcher ' });
    expect(status).to.equal(200);
    const { id, slug, environments } = body.project;
    expect(slug).to.equal('rocket-launcher');
    expect(body.project).to.deep.equal({
      id,
      _id: id,
      name: 'Rocket Launcher',
      slug,
      description: null,
      type: 'secret-manager',
      defaultProduct: null,
      autoCapitalization: false,
      orgId: organization.id,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      version: 3,
      upgradeStatus: null,
      pitVersionLimit: 10,
      kmsCertificateKeyId: null,
      auditLogsRetentionDays: null,
      leastAuditLogsRetentionDays: null,
      hasDeleteProtection: false,
      secretSharing: true,
      showSnapshotsLegacy: false,
      secretDetectionIgnoreValues: [],
      enforceEncryptedSecretManagerSecretMetadata: false,
      environments: [
        { id: environments[0].id, name: 'Development', slug: 'dev', ...unmarked },
        { id: environments[1].id, name: 'Staging', slug: 'staging', ...unmarked },
        { id: environments[2].id, name: 'Production', slug: 'prod', ...unmarked },
      ],
    });
    expect((await world().call('getProject', { as, params: { projectId: id } })).body.project).to.deep.equal({
      ...body.project,
      deletedEnvironments: [],
    });
    expect(
      (
        await world().call('setAuditLogsRetention', {
          as,
          params: { projectId: id },
          body: { auditLogsRetentionDays: 1 },
        })
      ).status,
      'what only administrators may',
    ).to.equal(200);
  });

  it('gives the environments the positions 1 to 3', async () => {
    const { create } = await setting();
    const { id } = (await create({ projectName: 'Positions' })).body.project;
    const rows = await world().server.parts.stores.environments.listActive([id]);
    expect(rows.map(({ slug, position }) => `${slug} ${position}`)).to.deep.equal(['dev 1', 'staging 2', 'prod 3']);
  });

  it('accepts all optional fields, and ignores unknown ones', async () => {
    const { create } = await setting();
    const chosen = {
      slug: 'rockets',
      type: 'cert-manager',
      template: 'default',
      shouldCreateDefaultEnvs: false,
      hasDeleteProtection: true,
    };
    const { status, body } = await create({
      projectName: 'Rockets',
      projectDescription: ' They fly. ',
      ...chosen,
      kmsKeyId: 'none-of-ours',
      organizationSlug: '',
    });
    expect(status).to.equal(200);
    expect(body.project).to.include({
      name: 'Rockets',
      description: 'They fly.',
      slug: 'rockets',
      type: 'cert-manager',
      hasDeleteProtection: true,
    });
    expect(body.project.environments).to.deep.equal([]);
    expect((await create({ projectName: 'Rockets', projectDescription: '' })).body.project.description).to.equal('');
  });

  it('creates environments only in secret projects, and only if requested', async () => {
    const { create } = await setting();
    for (const type of ['cert-manager', 'kms', 'secret-scanning', 'pam']) {
      const { body } = await create({ projectName: type, type });
      expect(body.project).to.include({ type });
      expect(body.project.environments, type).to.deep.equal([]);
    }
    expect(
      (await create({ projectName: 'Bare', type: 'secret-manager', shouldCreateDefaultEnvs: false })).body.project
        .environments,
    ).to.deep.equal([]);
  });

  it('allows a machine identity, which becomes administrator of the project', async () => {
    const { organization } = await setting();
    const as = await world().newIdentity(organization, 'member');
    const { body } = await world().call('createProject', { as, body: { projectName: 'Made by a machine' } });
    const params = { projectId: body.project.id };
    expect(
      (await world().call('setAuditLogsRetention', { as, params, body: { auditLogsRetentionDays: 1 } })).status,
    ).to.equal(200);
    expect((await world().call('deleteProject', { as, params })).status).to.equal(200);
    const [first] = await eventsOf(world(), body.project.id);
    expect(first).to.deep.include({ actorId: as.id, eventType: 'create-project' });
  });

  it('is recorded', async () => {
    const { as, create } = await setting();
    const { id, name, slug, type } = (await create({ projectName: 'Rockets' })).body.project;
    expect(await eventsOf(world(), id)).to.deep.equal([
      { actorId: as.id, eventType: 'create-project', eventMetadata: { id, name, slug, type } },
    ]);
  });

  it('refuses a slug that is in use in the organization, and creates nothing', async () => {
    const { as, create, total } = await setting();
    const made = await create({ projectName: 'One', slug: 'the-slug' });
    expectError(await create({ projectName: 'Two', slug: 'the-slug' }), 400, 'BadRequest', /taken/);
    expect(await total()).to.equal(1);
    const other = await setting();
    expect((await other.create({ projectName: 'One', slug: 'the-slug' })).status, 'another organization').to.equal(200);
    await world().call('deleteProject', { as, params: { projectId: made.body.project.id } });
    expect((await create({ projectName: 'Two', slug: 'the-slug' })).status, 'free again').to.equal(200);
  });

  it('generates another slug if the generated one is in use', async () => {
    const { create, total } = await setting();
    const slugOf = async (projectName: string): Promise<string> => (await create({ projectName })).body.project.slug;
    expect(await slugOf('Scale')).to.equal('scale');
    expect(await slugOf('scale')).to.equal('scale-2');
    await create({ projectName: 'Another', slug: 'scale-3' });
    expect(await slugOf('SCALE!')).to.equal('scale-4');
    const slugs = await Promise.all(Array.from({ length: 5 }, () => slugOf('At once')));
    expect(slugs.sort()).to.deep.equal(['at-once', 'at-once-2', 'at-once-3', 'at-once-4', 'at-once-5']);
    expect(await total()).to.equal(9);
    const other = await setting();
    expect((await other.create({ projectName: 'Scale' })).body.project.slug, 'another organization').to.equal('scale');
  });

  it('generates valid slugs', async () => {
    const { create } = await setting();
    const slugOf = async (projectName: string): Promise<string> => (await create({ projectName })).body.project.slug;
    expect(await slugOf('x'.repeat(64))).to.equal('x'.repeat(64));
    expect(await slugOf('X'.repeat(64))).to.equal(`${'x'.repeat(62)}-2`);
    expect(await slugOf(`${'x'.repeat(61)} yy`)).to.equal(`${'x'.repeat(61)}-yy`);
    expect(await slugOf(`${'X'.repeat(61)} yy`)).to.equal(`${'x'.repeat(61)}-2`);
    expect(await slugOf('App')).to.equal('app-project');
    expect(await slugOf('!')).to.equal('project');
    expect(await slugOf('Émigrés & Co')).to.equal('emigres-co');
  });

  it('is allowed for callers whose role permits it, in either format', async () => {
    const { organization, total } = await setting();
    for (const subject of ['project', 'workspace']) {
      const as = await world().newUser(
        organization,
        await world().newRole(organization, [{ subject, action: ['create'] }]),
      );
      expect((await world().call('createProject', { as, body: { projectName: 'Mine' } })).status, subject).to.equal(
        200,
      );
    }
    await world().call('createProject', {
      as: await world().newUser(organization, 'admin'),
      body: { projectName: 'Taken', slug: 'taken' },
    });
    const role = await world().newRole(organization, [{ subject: 'project', action: ['request-access'] }]);
    for (const as of [
      await world().newUser(organization, role),
      await world().newIdentity(organization, 'no-access'),
    ]) {
      expectError(
        await world().call('createProject', { as, body: { projectName: 'Mine', slug: 'taken' } }),
        403,
        'ForbiddenError',
        /create projects/,
      );
    }
    expect(await total()).to.equal(3);
  });

  it('reports all problems of a request', async () => {
    const { create, total } = await setting();
    expectIssues(await create({}), 'body projectName required');
    expectIssues(
      await create({ projectName: '', slug: 'abcd', type: 'other' }),
      'body projectName too_small',
      'body projectName pattern',
      'body slug too_small',
      'body type enum',
    );
    expectIssues(
      await create({ projectName: ' \t', template: 'other' }),
      'body projectName pattern',
      'body template enum',
    );
    expectIssues(
      await create({ projectName: 'x'.repeat(65), projectDescription: 'x'.repeat(1025), slug: 'x'.repeat(65) }),
      'body projectName too_big',
      'body projectDescription too_big',
      'body slug too_big',
    );
    for (const slug of ['Upper', 'two--hyphens', '-edge', 'edge-', 'under_score', 'dots.dots', 'späce'])
      expectIssues(await create({ projectName: 'x', slug }), 'body slug pattern');
    expectIssues(await create({ projectName: 'x', slug: '' }), 'body slug too_small', 'body slug pattern');
    expectIssues(
      await create({
        projectName: 1,
        projectDescription: null,
        shouldCreateDefaultEnvs: 'yes',
        hasDeleteProtection: 1,
      }),
      'body projectName type',
      'body projectDescription type',
      'body shouldCreateDefaultEnvs type',
      'body hasDeleteProtection type',
    );
    expect(await total()).to.equal(0);
    for (const slug of ['abcde', 'x'.repeat(64)])
      expect(
        (await create({ projectName: 'x'.repeat(64), projectDescription: 'x'.repeat(1024), slug })).status,
      ).to.equal(200);
    expect((await create({ projectName: 'x' })).status).to.equal(200);
  });
});
