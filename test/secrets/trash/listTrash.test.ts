import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { deny, newColleague, newProjectWithSecrets, newSecret, rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deleteEnvironment, restoreEnvironment } from '../../support/fixtures/secret-imports.ts';
import { deleteFolder, deleteSecret, trashCalls } from '../../support/fixtures/trash.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const day = 86_400;

onEachDatabase('listTrash', (world) => {
  const { list, names } = trashCalls(world);

  it('lists deleted secrets and folders, the latest first, without their contents', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin } = setting;
    const { id } = await newSecret(world(), setting, 'KEY', { tagIds: [setting.red.id], secretValue: 'hidden value' });
    await newSecret(world(), setting, 'INSIDE', { secretPath: '/app' });
    await deleteSecret(world(), setting, 'KEY');
    const folderId = await world().clock.later(60, () => deleteFolder(world(), setting, 'app'));
    const { status, body } = await list(setting);
    expect(status).to.equal(200);
    const common = {
      environment: 'dev',
      secretPath: '/',
      isPersonal: false,
      numberOfSecrets: 1,
      deletedBy: { type: 'user', id: admin.id, name: admin.email },
    };
    expect(body).to.deep.equal({
      items: [
        {
          ...common,
          id: folderId,
          kind: 'folder',
          name: 'app',
          tags: [],
          deletedAt: '2030-01-01T00:01:00.000Z',
          expiresAt: '2030-01-31T00:01:00.000Z',
        },
        {
          ...common,
          id,
          kind: 'secret',
          name: 'KEY',
          tags: ['red'],
          deletedAt: '2030-01-01T00:00:00.000Z',
          expiresAt: '2030-01-31T00:00:00.000Z',
        },
      ],
    });
  });

  it('lists several secrets of one name', async () => {
    const setting = await newProjectWithSecrets(world());
    for (const secretValue of ['one', 'two']) {
      await newSecret(world(), setting, 'KEY', { secretValue });
      await deleteSecret(world(), setting, 'KEY');
    }
    expect(await names(setting)).to.deep.equal(['/:KEY', '/:KEY']);
  });

  it('is limited to an environment, a folder and a page', async () => {
    const setting = await newProjectWithSecrets(world());
    const places = [
      { environment: 'dev', secretPath: '/' },
      { environment: 'dev', secretPath: '/app' },
      { environment: 'prod', secretPath: '/' },
    ];
    for (const [index, place] of places.entries()) {
      await newSecret(world(), setting, `KEY_${index}`, place);
      await world().clock.later(index, () => deleteSecret(world(), setting, `KEY_${index}`, place));
    }
    expect(await names(setting)).to.deep.equal(['/:KEY_2', '/app:KEY_1', '/:KEY_0']);
    expect(await names(setting, { environment: 'dev' })).to.deep.equal(['/app:KEY_1', '/:KEY_0']);
    expect(await names(setting, { environment: 'dev', secretPath: 'app/' })).to.deep.equal(['/app:KEY_1']);
    expect(await names(setting, { offset: '1', limit: '1' })).to.deep.equal(['/app:KEY_1']);
    const unclear = await list(setting, { secretPath: '/app' });
    expect(unclear.status).to.equal(422);
    expect(unclear.body.message[0]).to.deep.include({ in: 'query', path: ['environment'] });
    expectError(await list(setting, { environment: 'none' }), 404, 'NotFound', /none/);
  });

  it('lists what was in a folder under its former and its present path', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY', { secretPath: '/app' });
    await deleteSecret(world(), setting, 'KEY', { secretPath: '/app' });
    await world().call('updateFolder', {
      as: setting.admin,
      params: { folderId: setting.folderIds['/app']! },
      body: { projectId: setting.project.id, environment: 'dev', name: 'renamed' },
    });
    for (const secretPath of ['/app', '/renamed'])
      expect(await names(setting, { environment: 'dev', secretPath })).to.deep.equal(['/app:KEY']);
  });

  it('omits secrets that the caller could not describe', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'OPEN');
    await newSecret(world(), setting, 'TAGGED', { tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'ELSEWHERE', { secretPath: '/app' });
    for (const key of ['OPEN', 'TAGGED']) await deleteSecret(world(), setting, key);
    await deleteSecret(world(), setting, 'ELSEWHERE', { secretPath: '/app' });
    const as = await newProjectIdentity(world(), setting, [
      rule('describeSecret', { secretPath: '/' }),
      deny('describeSecret', { secretTags: { $in: ['red'] } }),
    ]);
    expect(await names(setting, {}, as)).to.deep.equal(['/:OPEN']);
    // The tag is part of what was deleted.
    await world().call('deleteTag', {
      as: setting.admin,
      params: { projectId: setting.project.id, tagId: setting.red.id },
    });
    expect(await names(setting, {}, as)).to.deep.equal(['/:OPEN']);
  });

  it('lists personal secrets for their owners only', async () => {
    const setting = await newProjectWithSecrets(world());
    const colleague = await newColleague(world(), setting);
    await newSecret(world(), setting, 'KEY');
    await newSecret(world(), setting, 'KEY', { type: 'personal', secretValue: 'mine' });
    await deleteSecret(world(), setting, 'KEY', { type: 'personal' });
    const { body } = await list(setting);
    expect(body.items).to.have.length(1);
    expect(body.items[0]).to.include({ name: 'KEY', isPersonal: true });
    expect(await names(setting, {}, colleague)).to.deep.equal([]);
  });

  it('omits what is in deleted environments, and what has expired', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    await deleteSecret(world(), setting, 'KEY');
    await deleteEnvironment(world(), setting, 'dev');
    expect(await names(setting)).to.deep.equal([]);
    await restoreEnvironment(world(), setting, 'dev');
    for (const [seconds, listed] of [
      [30 * day - 1, ['/:KEY']],
      [30 * day, []],
    ] as const)
      await world().clock.later(seconds, async () => {
        const as = await newProjectIdentity(world(), setting, 'admin');
        expect(await names(setting, {}, as)).to.deep.equal(listed);
      });
  });
});
