import { expect } from 'chai';
import { actOnDue } from '../../../src/due.ts';
import { newSecret } from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { deliver, newProjectWithWebhooks, type ProjectWithWebhooks } from '../../support/fixtures/webhooks.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('webhooks of folders that show others', (world) => {
  const importFolder = async (setting: ProjectWithWebhooks, path: string, source: object): Promise<string> => {
    const { status, body } = await world().call('createSecretImport', {
      as: setting.admin,
      body: {
        projectId: setting.project.id,
        environment: 'dev',
        path,
        import: { environment: 'dev', ...source },
      },
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.secretImport.id as string;
  };
  const summaries = ({ receiver }: ProjectWithWebhooks): string[] =>
    receiver.received
      .splice(0)
      .map(
        ({ body: { project } }) =>
          `${project.secretPath}${project.changedBy ? ` by ${project.changedByActorType}` : ''}`,
      );

  it('tell of imports and references, without who made the change', async () => {
    const setting = await newProjectWithWebhooks(world(), ['/a', '/b', '/c']);
    await importFolder(setting, '/b', { path: '/a' });
    await newSecret(world(), setting, 'REFERRING', { secretPath: '/c', secretValue: '${dev.b.KEY}' });
    await setting.hook();
    await setting.write('/a');
    await deliver(world());
    expect(summaries(setting)).to.deep.equal(['/a by user', '/b', '/c']);
  });

  it('tell of many folders in several transactions', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `/f${index}`);
    const setting = await newProjectWithWebhooks(world(), ['/a', ...paths]);
    for (const path of paths) await importFolder(setting, path, { path: '/a' });
    const hooks = [];
    for (let count = 0; count < 10; count += 1) hooks.push(await setting.hook());
    await setting.write('/a');
    // Each of them tries its first delivery only.
    setting.receiver.status = 500;
    await deliver(world());
    const { webhookDeliveries } = world().server.parts.stores;
    for (const { id } of hooks)
      expect((await webhookDeliveries.list(id, 100)).map(({ path }) => path).sort()).to.deep.equal(
        ['/a', ...paths].sort(),
      );
  });

  it('tell of a new import and of a removed one', async () => {
    const setting = await newProjectWithWebhooks(world(), ['/a', '/b', '/c']);
    await importFolder(setting, '/c', { path: '/b' });
    await setting.hook();
    const secretImportId = await importFolder(setting, '/b', { path: '/a' });
    await deliver(world());
    expect(summaries(setting)).to.deep.equal(['/b by user', '/c']);
    const { status } = await world().call('deleteSecretImport', {
      as: setting.admin,
      params: { secretImportId },
      body: { projectId: setting.project.id, environment: 'dev', path: '/b' },
    });
    expect(status).to.equal(200);
    await deliver(world());
    expect(summaries(setting)).to.deep.equal(['/b by user', '/c']);
  });

  it('tell of a deleted folder that others showed', async () => {
    const setting = await newProjectWithWebhooks(world(), ['/a', '/b']);
    await setting.write('/a');
    await importFolder(setting, '/b', { path: '/a' });
    await setting.hook();
    const { status } = await world().call('deleteFolder', {
      as: setting.admin,
      params: { folderId: setting.folderIds['/a']! },
      body: { projectId: setting.project.id, environment: 'dev', path: '/', forceDelete: true },
    });
    expect(status).to.equal(200);
    await deliver(world());
    expect(summaries(setting).sort()).to.deep.equal(['/a by user', '/b']);
  });

  it('tell of a change in another project only while their creator may read the changed folder there', async () => {
    const here = await newProjectWithWebhooks(world());
    const there = await newProjectWithWebhooks(world(), ['/app'], here.organization);
    const membership = await addToProject(world(), there.project, here.admin, 'viewer');
    await here.hook();
    await importFolder(here, '/app', { path: '/app', sourceProjectId: there.project.id });
    await deliver(world());
    summaries(here);
    await there.write('/app');
    await there.write('/');
    await deliver(world());
    expect(summaries(here)).to.deep.equal(['/app']);
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('project_memberships').where({ id: membership.id }).delete(),
    );
    await there.write('/app');
    await deliver(world());
    expect(summaries(here)).to.deep.equal([]);
  });

  it('receive due reminders, with the name of the secret', async () => {
    const setting = await newProjectWithWebhooks(world());
    const { hook, receiver, project } = setting;
    await hook({ eventsFilter: [{ eventName: 'secrets.reminder' }] });
    await newSecret(world(), setting, 'PASSWORD', { secretReminderRepeatDays: 1 });
    const day = 86_400;
    await world().clock.later(day, () => actOnDue(world().server.parts));
    await deliver(world(), day + 5);
    expect(receiver.received.map(({ body }) => body)).to.deep.equal([
      {
        event: 'secrets.reminder',
        project: {
          workspaceId: project.id,
          projectId: project.id,
          projectName: project.name,
          environment: 'dev',
          environmentName: 'The dev',
          secretPath: '/',
          secretName: 'PASSWORD',
        },
        timestamp: Date.parse('2030-01-02T00:00:05Z'),
      },
    ]);
  });

  it('are told nothing of personal secrets, and nothing if a change fails', async () => {
    const setting = await newProjectWithWebhooks(world());
    await setting.write('/', 'KEY');
    await setting.hook();
    await newSecret(world(), setting, 'KEY', { type: 'personal', secretValue: 'mine' });
    const { status } = await world().call('createSecret', {
      as: setting.admin,
      params: { secretName: 'KEY' },
      body: { projectId: setting.project.id, environment: 'dev', secretValue: 'again' },
    });
    expect(status).to.equal(400);
    await deliver(world());
    expect(summaries(setting)).to.deep.equal([]);
  });
});
