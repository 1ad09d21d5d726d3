import { expect } from 'chai';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import {
  newProjectWithSecrets,
  newSecret,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { addToProject, newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { TestUser } from '../../support/world/members.ts';
import { sallyport, waitForExit } from '../../support/world/program.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

describe('sallyport import --from infisical', () => {
  let source: World;
  let target: World;
  let setting: TestSecrets;
  let admin: TestUser;
  let organization: OrganizationRow;

  before(async () => {
    source = await ownWorld(await newStorage('sqlite'));
    target = await ownWorld(await newStorage('sqlite'));
  });

  beforeEach(async () => {
    setting = await newProjectWithSecrets(source, ['/app', '/app/deep']);
    organization = await target.newOrganization();
    admin = await target.newUser(organization, 'admin');
  });

  const run = (args: readonly string[] = ['--yes'], more: Record<string, string> = {}) =>
    waitForExit(
      sallyport(['import', '--from', 'infisical', ...args], {
        SALLYPORT_URL: target.server.url,
        SALLYPORT_TOKEN: admin.token,
        SOURCE_URL: source.server.url,
        SOURCE_TOKEN: setting.admin.token,
        ...more,
      }),
    );

  const call = async (id: Parameters<World['call']>[0], options: Parameters<World['call']>[1]) => {
    const response = await target.call(id, { as: admin, ...options });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return response.body;
  };

  const moved = async () => {
    const { projects } = await call('listProjects', {});
    return (projects as { id: string; slug: string; environments: { slug: string }[] }[])[0]!;
  };

  const secretsOf = async (projectId: string) => {
    const query = { projectId, environment: 'dev', recursive: 'true', expandSecretReferences: 'false' };
    return (await call('listSecrets', { query })).secrets as {
      id: string;
      secretKey: string;
      secretValue: string;
      secretPath: string;
      secretComment: string;
      tags: { slug: string }[];
      version: number;
    }[];
  };

  const valuesOf = async (secretId: string): Promise<string[]> => {
    const { secretVersions } = await call('listSecretVersions', { params: { secretId } });
    return (secretVersions as { secretValue: string }[]).map(({ secretValue }) => secretValue);
  };

  const update = (secretValue: string) => secretCall(() => source, 'updateSecret')(setting, 'A', { secretValue });

  it('moves a project with its secrets and their versions, secret imports, tags, roles and identities', async () => {
    await newSecret(source, setting, 'A', { secretValue: 'one', secretComment: 'c', tagIds: [setting.red.id] });
    for (const value of ['two', 'two', 'three']) await update(value);
    await newSecret(source, setting, 'B', { secretPath: '/app/deep', secretValue: '${A}' });
    const body = {
      projectId: setting.project.id,
      environment: 'dev',
      path: '/app',
      import: { environment: 'prod', path: '/' },
    };
    expect((await source.call('createSecretImport', { as: setting.admin, body })).status).to.equal(200);
    const role = await newProjectRole(source, setting.project, [{ subject: 'secrets', action: 'describeSecret' }]);
    const machine = await source.newIdentity(setting.organization, 'no-access');
    const membership = { params: { projectId: setting.project.id, identityId: machine.id }, body: { role: role.slug } };
    expect((await source.call('addProjectIdentity', { as: setting.admin, ...membership })).status).to.equal(200);

    const plan = await run(['--dry-run']);
    expect(plan.out, plan.err).to.equal(`${setting.project.slug}: + 2, ~ 0, = 0\n`);
    expect((await call('listProjects', {})).projects).to.deep.equal([]);

    const { code, out, err } = await run();
    expect(err).to.contain('Never come along').and.to.contain('need new credentials');
    expect(code, err).to.equal(0);
    expect(out).to.contain(`${setting.project.slug}: + 2, ~ 0, = 0, 1 roles, 1 machine identities`);
    for (const text of [out, err])
      for (const secret of ['three', setting.admin.token, admin.token]) expect(text).not.to.contain(secret);

    const project = await moved();
    expect(project.environments.map(({ slug }) => slug)).to.deep.equal(['dev', 'staging', 'prod']);
    const [first, second] = await secretsOf(project.id);
    expect(first).to.deep.include({ secretKey: 'A', secretValue: 'three', secretComment: 'c', secretPath: '/' });
    expect(first!.tags.map(({ slug }) => slug)).to.deep.equal(['red']);
    expect(await valuesOf(first!.id)).to.deep.equal(['three', 'two', 'one']);
    expect(second).to.include({ secretKey: 'B', secretValue: '${A}', secretPath: '/app/deep' });
    const imports = await call('listSecretImports', {
      query: { projectId: project.id, environment: 'dev', path: '/app' },
    });
    expect(imports.secretImports).to.have.length(1);
    const params = { projectId: project.id };
    expect(
      (await call('getProjectRoleBySlug', { params: { ...params, slug: role.slug } })).role.permissions,
    ).to.have.length(1);
    const { identityMemberships } = await call('listProjectIdentities', { params });
    expect(identityMemberships[0].roles[0]).to.include({ customRoleSlug: role.slug });
  });

  it('goes on where it ended, and changes nothing if everything is there', async () => {
    await newSecret(source, setting, 'A', { secretValue: 'one' });
    for (const value of ['two', 'three']) await update(value);
    const { id: projectId } = (
      await call('createProject', {
        body: { projectName: 'P', slug: setting.project.slug, shouldCreateDefaultEnvs: false },
      })
    ).project;
    const folders = [{ environment: 'dev', path: '/', secrets: [{ secretKey: 'A', secretValue: 'one' }] }];
    const environments = [{ slug: 'dev', name: 'Dev' }];
    await call('importSecrets', { params: { projectId }, body: { environments, folders } });
    expect((await run()).code).to.equal(0);
    const [secret] = await secretsOf(projectId);
    expect(await valuesOf(secret!.id)).to.deep.equal(['three', 'two', 'one']);
    expect((await run()).out).to.contain('+ 0, ~ 0, = 1, 0 roles, 0 machine identities');
    expect(await valuesOf(secret!.id)).to.have.length(3);
  });

  it('reports what the token may not read', async () => {
    await newSecret(source, setting, 'A');
    const { token } = await newProjectIdentity(source, setting, [
      { subject: 'secrets', action: 'describeSecret' },
      ...['tags', 'role', 'identity', 'environments'].map((subject) => ({ subject, action: 'read' })),
    ]);
    const { out, err, code } = await run(['--yes'], { SOURCE_TOKEN: token });
    expect(err).to.contain('What the token of the source may not read:\n  secrets of dev:/');
    expect(out).to.contain(`${setting.project.slug}: + 0, ~ 0, = 0`);
    expect(code).to.equal(0);
  });

  it('reports a project that fails, and goes on with the next one', async () => {
    const certificates = await newProject(source, setting.organization, { type: 'cert-manager' });
    await addToProject(source, certificates, setting.admin, 'admin');
    const next = await newProjectWithSecrets(source, [], setting.organization);
    await addToProject(source, next.project, setting.admin, 'admin');
    await newSecret(source, next, 'A');
    // The slug is taken by a project that the caller does not see.
    await newProject(target, organization, { slug: setting.project.slug });
    const { out, err, code } = await run();
    expect(err)
      .to.contain(`Projects of other types:\n  ${certificates.slug}`)
      .and.to.contain(`another run tries it again:\n  project ${setting.project.slug}: The server refused (400)`);
    expect(out).to.contain(`${next.project.slug}: + 1`);
    expect(code).to.equal(1);
  });

  it('exits with 2 without a source, a token or an answer', async () => {
    for (const [args, message, more] of [
      [['--yes'], 'SOURCE_TOKEN', { SOURCE_TOKEN: '' }],
      [['--yes'], '--source-url', { SOURCE_URL: '' }],
      [['--yes', '--source-url', 'localhost:1'], '--source-url must be a URL', {}],
      [['--yes', '--versions', '0'], '--versions', {}],
      [['--yes', '--project', 'no-such'], 'no project', {}],
      [['--yes', 'file.env'], 'either a file or --from', {}],
      [[], '--yes', {}],
    ] as const) {
      const { code, err } = await run(args, more);
      expect(err, args.join(' ')).to.contain(message);
      expect(code, args.join(' ')).to.equal(2);
    }
  });
});
