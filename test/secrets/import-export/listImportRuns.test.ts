import { expect } from 'chai';
import { newImportRun } from '../../support/fixtures/import-runs.ts';
import {
  deny,
  newColleague,
  newProjectWithSecrets,
  rule,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

const many = 1000;

const bodyWith = (count: number) => ({
  folders: [
    {
      environment: 'dev',
      path: '/',
      secrets: Array.from({ length: count }, (_, index) => ({ secretKey: `KEY${index}`, secretValue: `${index}` })),
    },
  ],
});

const importMany = (world: World, { admin, project }: TestSecrets, as: { token: string } = admin, count = many) =>
  world.call('importSecrets', { as, params: { projectId: project.id }, body: bodyWith(count) });

const ownRuns = async (world: World, { admin, project }: TestSecrets, as: { token: string } = admin) => {
  const { body } = await world.call('listOwnImportRuns', { as, params: { projectId: project.id } });
  return body.imports as { status: string; secrets: number; prepared: number; written: number }[];
};

onEachDatabase('listOwnImportRuns', (world) => {
  it('shows how far an import is, and then that it is done, to nobody else', async () => {
    const setting = await newProjectWithSecrets(world());
    const seen: number[] = [];
    const statuses = new Set<string>();
    let isDone = false;
    const importing = importMany(world(), setting).finally(() => (isDone = true));
    while (!isDone) {
      const [run] = await ownRuns(world(), setting);
      if (!run) continue;
      statuses.add(run.status);
      // What is written begins anew if PostgreSQL has to run the transaction again.
      seen.push(run.prepared);
    }
    expect((await importing).status).to.equal(200);
    expect(seen).to.deep.equal([...seen].sort((one, other) => one - other));
    expect([...statuses]).to.include('running');
    expect(await ownRuns(world(), setting)).to.containSubset([
      { status: 'done', secrets: many, prepared: many, written: many },
    ]);
    expect(await ownRuns(world(), setting, await newColleague(world(), setting))).to.deep.equal([]);
  });

  it('leaves out small imports, and those that were only planned', async () => {
    const setting = await newProjectWithSecrets(world());
    await importMany(world(), setting, setting.admin, 499);
    const { admin, project } = setting;
    const body = { ...bodyWith(many), dryRun: true };
    await world().call('importSecrets', { as: admin, params: { projectId: project.id }, body });
    expect(await ownRuns(world(), setting)).to.deep.equal([]);
  });

  it('shows an import that was refused as failed', async () => {
    const setting = await newProjectWithSecrets(world());
    const identity = await newProjectIdentity(world(), setting, [
      rule('create'),
      deny('create', { secretName: 'KEY700' }),
    ]);
    expect((await importMany(world(), setting, identity)).status).to.equal(403);
    const [run] = await ownRuns(world(), setting, identity);
    expect(run).to.include({ status: 'failed', written: 0 });
  });
});

onEachDatabase('listImportRuns', (world) => {
  it('shows the imports of all projects and nodes to instance administrators, also interrupted ones', async () => {
    const setting = await newProjectWithSecrets(world());
    const { organization, project, admin } = setting;
    const root = await world().newUser(await world().newOrganization(), 'member');
    await world().makeInstanceAdmin(root);
    await newImportRun(world(), { projectId: project.id, actor: admin, secrets: 4000, prepared: 3000, written: 0 });
    const ours = async () => {
      const { body } = await world().call('listImportRuns', { as: root, query: { limit: '100' } });
      const imports = body.imports as { projectId: string; status: string }[];
      return imports.find(({ projectId }) => projectId === project.id);
    };
    expect(await ours()).to.deep.include({
      projectName: project.name,
      organizationId: organization.id,
      actor: { type: 'user', id: admin.id, name: admin.email },
      status: 'running',
      secrets: 4000,
      prepared: 3000,
      written: 0,
      finishedAt: null,
    });
    await world().clock.later(61, async () => expect(await ours()).to.include({ status: 'interrupted' }));
  });
});
