import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  newColleague,
  newProjectWithSecrets,
  newSecret,
  decryptedVersion,
  rule,
  storedSecret,
  unchanged,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('moveSecrets', (world) => {
  const call = (
    { project, admin }: TestSecrets,
    secretIds: readonly string[],
    changes: Readonly<Record<string, unknown>> = {},
    as: { token: string } = admin,
  ) =>
    world().call('moveSecrets', {
      as,
      body: {
        projectId: project.id,
        sourceEnvironment: 'dev',
        sourceSecretPath: '/',
        destinationEnvironment: 'dev',
        destinationSecretPath: '/app',
        secretIds,
        ...changes,
      },
    });

  it('moves secrets with their versions and personal secrets, and keeps their ids', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', { secretValue: '${prod.X}', tagIds: [setting.red.id] });
    const { id: other } = await newSecret(world(), setting, 'B');
    await newSecret(world(), setting, 'KEPT');
    const colleague = await newColleague(world(), setting);
    await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'mine' }, colleague);
    const before = await versionsOf(world(), id);
    const { status, body } = await world().clock.later(60, () => call(setting, [id, other, id]));
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ isSourceUpdated: true, isDestinationUpdated: true });
    expect(await setting.names()).to.equal('/:KEPT /app:A /app:B');
    const moved = (await storedSecret(world(), setting, 'A', { path: '/app' }))!;
    expect(moved.row).to.include({ id, version: 1, updatedAt: later });
    expect(moved).to.deep.include({
      value: '${prod.X}',
      tagIds: [setting.red.id],
      elsewhere: [{ environment: 'prod', path: '/', key: 'X' }],
    });
    expect(await versionsOf(world(), id)).to.deep.equal(before);
    expect(await storedSecret(world(), setting, 'A', { path: '/app', owner: colleague.id })).to.include({
      value: 'mine',
    });
    const [folders] = (await setting.rows()) as any[][];
    expect(
      folders!.filter(({ lastSecretModified }) => lastSecretModified === later).map(({ path }) => path),
    ).to.have.members(['/', '/app']);
    const entry = (await setting.entries()).at(-1);
    expect(entry).to.include({ eventType: 'move-secrets', actorId: setting.admin.id });
    expect(entry.eventMetadata).to.deep.equal({
      environment: 'dev',
      secretPath: '/',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/app',
      secrets: [
        { secretId: id, secretKey: 'A', secretVersion: 1 },
        { secretId: other, secretKey: 'B', secretVersion: 1 },
      ],
    });
  });

  it('moves secrets between environments, and to the root if no path is given', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', { secretPath: '/app' });
    expect(
      (
        await call(setting, [id], {
          sourceSecretPath: 'app/',
          destinationEnvironment: 'prod',
          destinationSecretPath: undefined,
        })
      ).status,
    ).to.equal(200);
    expect([await setting.names(), await setting.names('prod')]).to.deep.equal(['', '/:A']);
  });

  it('overwrites existing secrets only on request', async () => {
    const setting = await newProjectWithSecrets(world());
    const fields = {
      secretValue: 'new ${prod.X}',
      secretComment: 'c',
      tagIds: [setting.red.id],
      secretMetadata: [{ key: 'k', value: 'v', isEncrypted: true }],
      skipMultilineEncoding: true,
    };
    const { id } = await newSecret(world(), setting, 'A', fields);
    const { id: free } = await newSecret(world(), setting, 'B');
    const { id: target } = await newSecret(world(), setting, 'A', {
      secretPath: '/app',
      secretValue: 'old',
      tagIds: [setting.blue.id],
    });
    const colleague = await newColleague(world(), setting);
    await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'goes' }, colleague);
    await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'stays', secretPath: '/app' });
    await unchanged(setting, async () => {
      for (const shouldOverwrite of [undefined, false])
        expectError(
          await call(setting, [id, free], { shouldOverwrite }),
          400,
          'BadRequest',
          /already exists.*'\/app'.*'A'/,
        );
    });
    expect((await call(setting, [id, free], { shouldOverwrite: true })).status).to.equal(200);
    expect(await setting.names()).to.equal('/app:A /app:B');
    const stored = (await storedSecret(world(), setting, 'A', { path: '/app' }))!;
    expect(stored.row).to.include({ id: target, version: 2 });
    expect(stored).to.deep.include({
      value: 'new ${prod.X}',
      comment: 'c',
      tagIds: [setting.red.id],
      metadata: fields.secretMetadata,
      skipMultilineEncoding: true,
      elsewhere: [{ environment: 'prod', path: '/', key: 'X' }],
    });
    expect(await decryptedVersion(world(), (await versionsOf(world(), target))[0]!)).to.include({ value: 'old' });
    const trashed = await world().server.parts.database.read('trash_items').where({ id });
    expect(trashed, 'the moved secret, with its versions').to.have.length(1);
    expect(await storedSecret(world(), setting, 'A', { path: '/app', owner: setting.admin.id })).to.include({
      value: 'stays',
    });
    expect(((await setting.rows()) as any[][])[1]!.map(({ ownerId }) => ownerId)).to.have.members([
      '',
      '',
      setting.admin.id,
    ]);
  });

  it('finds only shared secrets in the source folder', async () => {
    const setting = await newProjectWithSecrets(world());
    const foreign = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A');
    const { id: elsewhere } = await newSecret(world(), setting, 'B', { secretPath: '/app' });
    const { id: personal } = await newSecret(world(), setting, 'A', { type: 'personal' });
    const { id: others } = await newSecret(world(), foreign, 'A');
    await unchanged(setting, async () => {
      for (const unknown of [elsewhere, personal, others, 'unknown'])
        expectError(await call(setting, [id, unknown]), 404, 'NotFound', /'\/'.*'dev'/);
      expectError(await call(setting, [id], { destinationSecretPath: '/nowhere' }), 404, 'NotFound', /'\/nowhere'/);
      expectError(await call(setting, [id], { sourceSecretPath: '/nowhere' }), 404, 'NotFound', /'\/nowhere'/);
      expectError(await call(setting, [id], { destinationEnvironment: 'unknown' }), 404, 'NotFound', /'unknown'/);
      for (const destinationSecretPath of ['/', '', undefined])
        expectIssues(await call(setting, [id], { destinationSecretPath }), 'body destinationSecretPath invalid');
    });
  });

  it('validates the request', async () => {
    const setting = await newProjectWithSecrets(world());
    await unchanged(setting, async () => {
      expectIssues(await call(setting, []), 'body secretIds too_small');
      expectIssues(
        await call(
          setting,
          Array.from({ length: 1001 }, (_, number) => `${number}`),
        ),
        'body secretIds too_big',
      );
      expectError(
        await call(
          setting,
          Array.from({ length: 1000 }, (_, number) => `${number}`),
        ),
        404,
        'NotFound',
      );
      expectIssues(
        await call(setting, ['x'], { shouldOverwrite: 'yes', sourceEnvironment: '', destinationSecretPath: '//' }),
        'body shouldOverwrite type',
        'body sourceEnvironment too_small',
        'body destinationSecretPath pattern',
      );
      expectIssues(
        await call(setting, ['x'], {
          projectId: undefined,
          sourceEnvironment: undefined,
          destinationEnvironment: undefined,
        }),
        'body projectId required',
        'body sourceEnvironment required',
        'body destinationEnvironment required',
      );
      expectError(await call(setting, ['x'], { projectId: 'unknown' }), 404, 'NotFound');
    });
  });

  it('requires read and delete at the source, and create or edit at the destination', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', { tagIds: [setting.red.id] });
    const { id: clash } = await newSecret(world(), setting, 'B', { tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'B', { secretPath: '/app', tagIds: [setting.blue.id] });
    const attempt = async (ids: readonly string[], shouldOverwrite: boolean, ...rules: ReturnType<typeof rule>[]) =>
      call(setting, ids, { shouldOverwrite }, await newProjectIdentity(world(), setting, rules));
    const atSource = rule(['readValue', 'delete'], { secretPath: '/' });
    const create = rule('create', { secretPath: '/app' });
    const edit = rule('edit', { secretPath: '/app' });
    await unchanged(setting, async () => {
      const refused: [readonly string[], boolean, ...ReturnType<typeof rule>[]][] = [
        [[id], false, rule('readValue'), create],
        [[id], false, rule('delete'), create],
        [[id], false, atSource, edit],
        [[id], true, atSource, edit],
        [[id], false, atSource, rule('create', { secretPath: '/' })],
        [[id], false, atSource, rule('create', { secretTags: { $in: ['blue'] } })],
        [[id], false, atSource, create, deny('readValue', { secretTags: { $in: ['red'] } })],
        [[id], false, atSource, create, deny('delete', { secretName: 'A' })],
        [[clash], true, atSource, create],
        [[clash], true, atSource, rule('edit', { secretPath: '/app', secretTags: { $in: ['blue'] } })],
        [[clash], true, atSource, rule('edit', { secretPath: '/app', secretTags: { $in: ['red'] } })],
        [[clash], false, atSource, edit],
        [[id, clash], true, atSource, edit],
      ];
      for (const [ids, shouldOverwrite, ...rules] of refused)
        expectError(await attempt(ids, shouldOverwrite, ...rules), 403, 'PermissionDenied');
      expectError(await attempt([clash], false, atSource, create), 400, 'BadRequest', /already exists/);
      expectError(
        await call(setting, [id], {}, await newProjectIdentity(world(), setting, 'viewer')),
        403,
        'PermissionDenied',
      );
      expectError(
        await call(setting, [id], {}, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
      expectError(await call(setting, [id], {}, (await newProjectWithSecrets(world())).admin), 404, 'NotFound');
    });
    // An overwritten secret gets other tags, and rules about reading depend on tags: so the permissions of those rules are
    // required too.
    await unchanged(setting, async () =>
      expectError(await attempt([clash], true, atSource, edit), 403, 'PermissionDenied', /read the values of secrets/),
    );
    expect(
      (
        await attempt(
          [clash],
          true,
          atSource,
          edit,
          rule(['describeSecret', 'readValue', 'delete'], { secretPath: '/app' }),
        )
      ).status,
    ).to.equal(200);
    expect((await attempt([id], true, atSource, create)).status).to.equal(200);
  });

  it('moves each secret once under concurrent requests, in both directions', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A');
    const back = { sourceSecretPath: '/app', destinationSecretPath: '/' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => call(setting, [id], number % 2 === 0 ? {} : back)),
    );
    for (const { status } of answers) expect(status).to.be.oneOf([200, 404]);
    expect(await setting.names()).to.be.oneOf(['/:A', '/app:A']);
  });
});
