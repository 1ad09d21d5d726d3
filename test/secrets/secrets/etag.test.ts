import { expect } from 'chai';
import type { Response } from 'supertest';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import {
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { getCall, listCall, newImport, newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { execute } from '../../support/world/sql.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { newStorage, ownWorld } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEitherDatabase('the ETag of secrets', (world, kind) => {
  const get = getCall(world);
  const list = listCall(world);
  const update = secretCall(world, 'updateSecret');

  /** Repeats the request with the ETag of the response: 304 without a body if nothing has changed. */
  const again = async (
    answer: Response,
    send: (headers: Record<string, string>) => Promise<Response>,
  ): Promise<'same' | 'changed'> => {
    expect(answer.status).to.equal(200);
    const next = await send({ 'If-None-Match': answer.headers.etag! });
    if (next.status === 304) expect([next.text, next.headers.etag]).to.deep.equal(['', answer.headers.etag]);
    else expect(next.status, JSON.stringify(next.body)).to.equal(200);
    expect(next.status === 304).to.equal(next.headers.etag === answer.headers.etag);
    return next.status === 304 ? 'same' : 'changed';
  };

  const setUp = async (): Promise<TestSecrets> => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/base']);
    await newSecret(world(), setting, 'A', {
      secretPath: '/app',
      secretValue: '${dev.base.B} ${X}',
      tagIds: [setting.red.id],
    });
    await newSecrets(world(), setting, {
      'dev:/app:OTHER': '1',
      'dev:/base:B': 'b${prod.C}',
      'prod:/:C': 'c',
      'prod:/:UNUSED': 'u',
    });
    await newImport(world(), setting, 'dev:/app', 'prod:/');
    return setting;
  };

  it('stays the same while nothing changes, and is equal for HEAD and GET', async () => {
    const setting = await setUp();
    const at = { secretPath: '/app' };
    expect(await again(await list(setting, at), (headers) => list(setting, at, setting.admin, headers))).to.equal(
      'same',
    );
    expect(
      await again(await get(setting, 'A', at), (headers) => get(setting, 'A', at, setting.admin, headers)),
    ).to.equal('same');
    const query = { projectId: setting.project.id, environment: 'dev', ...at };
    const head = await world().send('HEAD', '/api/v4/secrets', { as: setting.admin, query });
    expect(head.headers.etag).to.equal((await list(setting, at)).headers.etag);
  });

  const changes: Readonly<Record<string, (setting: TestSecrets) => Promise<unknown>>> = {
    'a value': (setting) => update(setting, 'A', { secretPath: '/app', secretValue: 'new ${dev.base.B}' }),
    'a comment': (setting) => update(setting, 'A', { secretPath: '/app', secretComment: 'new' }),
    'its tags': (setting) => update(setting, 'A', { secretPath: '/app', tagIds: [] }),
    'the slug of a tag': (setting) =>
      world().call('updateTag', {
        as: setting.admin,
        params: { projectId: setting.project.id, tagId: setting.red.id },
        body: { slug: 'crimson' },
      }),
    'a referenced secret': (setting) => update(setting, 'B', { secretPath: '/base', secretValue: 'new' }),
    'an indirectly referenced secret': (setting) => update(setting, 'C', { environment: 'prod', secretValue: 'new' }),
    'the creation of a referenced secret': (setting) => newSecrets(world(), setting, { 'dev:/app:X': 'x' }),
    'the name of its environment': (setting) =>
      world().call('updateEnvironment', {
        as: setting.admin,
        params: { projectId: setting.project.id, id: setting.ids.prod! },
        body: { slug: 'production' },
      }),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`changes with ${what}, for a list and a single secret`, async () => {
      const setting = await setUp();
      const at = { secretPath: '/app' };
      const [all, one] = [await list(setting, at), await get(setting, 'A', at)];
      expect(await again(all, (headers) => list(setting, at, setting.admin, headers))).to.equal('same');
      expect(await again(one, (headers) => get(setting, 'A', at, setting.admin, headers))).to.equal('same');
      await change(setting);
      expect(await again(all, (headers) => list(setting, at, setting.admin, headers))).to.equal('changed');
      expect(await again(one, (headers) => get(setting, 'A', at, setting.admin, headers))).to.equal('changed');
    });
  }

  it('changes with imported secrets for a list, but not for a single secret', async () => {
    const setting = await setUp();
    const at = { secretPath: '/app' };
    const [all, one] = [await list(setting, at), await get(setting, 'A', at)];
    await update(setting, 'UNUSED', { environment: 'prod', secretValue: 'new' });
    expect(await again(all, (headers) => list(setting, at, setting.admin, headers))).to.equal('changed');
    expect(await again(one, (headers) => get(setting, 'A', at, setting.admin, headers))).to.equal('same');
  });

  it('changes when a secret is created or deleted', async () => {
    const setting = await setUp();
    const before = await list(setting);
    await newSecrets(world(), setting, { 'dev:/:NEW': '1' });
    const after = await list(setting);
    await secretCall(world, 'deleteSecret')(setting, 'NEW');
    expect(after.headers.etag).not.to.equal(before.headers.etag);
    expect((await list(setting)).headers.etag).to.equal(before.headers.etag);
  });

  it('changes with the name of the shared secret that a personal one replaces', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'A');
    const { id: secretId } = await newSecret(world(), setting, 'A', { type: 'personal' });
    const requests = [
      (headers = {}) => list(setting, { includePersonalOverrides: 'true' }, setting.admin, headers),
      (headers = {}) => world().call('getSecretById', { as: setting.admin, params: { secretId }, headers }),
    ];
    const before = await Promise.all(requests.map((send) => send()));
    await update(setting, 'A', { newSecretName: 'B' });
    for (const [index, send] of requests.entries()) expect(await again(before[index]!, send)).to.equal('changed');
  });

  it('differs for other queries', async () => {
    const setting = await setUp();
    const questions: Record<string, string>[] = [
      {},
      { expandSecretReferences: 'false' },
      { includeImports: 'false' },
      { viewSecretValue: 'false' },
      { recursive: 'true' },
      { secretPath: '/base' },
      { includePersonalOverrides: 'true' },
      { tagSlugs: 'red' },
    ];
    const tags = new Set<string>();
    for (const question of questions)
      tags.add((await list(setting, { secretPath: '/app', ...question })).headers.etag!);
    expect(tags.size).to.equal(questions.length);
  });

  it('changes with the permissions of the caller, also when a temporary grant starts or ends', async () => {
    const setting = await setUp();
    const reader = await newReader(
      world(),
      setting,
      rule('describeSecret'),
      rule('readValue', { secretName: 'OTHER' }),
    );
    const group = await newGroupOf(world(), setting.organization, reader);
    const temporary = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '60s',
      temporaryAccessStartTime: '2030-01-01T00:01:00.000Z',
      temporaryAccessEndTime: '2030-01-01T00:02:00.000Z',
    };
    await addToProject(world(), setting.project, group, [rule('readValue', { environment: 'dev' })], temporary);
    const at = { secretPath: '/app', expandSecretReferences: 'false' };
    const send = (headers = {}) => list(setting, at, reader, headers);
    const before = await send();
    expect(await again(before, send)).to.equal('same');
    expect(await world().clock.later(59, () => again(before, send))).to.equal('same');
    expect(await world().clock.later(60, () => again(before, send))).to.equal('changed');
    expect(await world().clock.later(119, () => again(before, send))).to.equal('changed');
    expect(await world().clock.later(120, () => again(before, send))).to.equal('same');
  });

  it('changes when another server changes the same database', async () => {
    const storage = await newStorage(kind);
    const own = await ownWorld(storage);
    const setting = await newProjectWithSecrets(own);
    await newSecret(own, setting, 'A');
    const send = (headers = {}) => listCall(() => own)(setting, {}, setting.admin, headers);
    const before = await send();
    expect([await again(before, send), await again(before, send)]).to.deep.equal(['same', 'same']);
    await execute(storage, `update "secrets" set "updatedAt" = '2030-01-01T00:00:00.001Z'`);
    await execute(storage, 'update "project_revisions" set "dataRevision" = "dataRevision" + 1');
    expect(await again(before, send)).to.equal('changed');
  });

  it('is computed without decryption', async () => {
    const setting = await setUp();
    const at = { secretPath: '/app' };
    const [all, one] = [await list(setting, at), await get(setting, 'A', at)];
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('secret_versions')
        .where({ projectId: setting.project.id })
        .update({ sealedValue: 's1.broken.AAAA', sealedComment: 's1.broken.AAAA' }),
    );
    expect((await list(setting, at)).status).to.equal(500);
    expect(await again(all, (headers) => list(setting, at, setting.admin, headers))).to.equal('same');
    expect(await again(one, (headers) => get(setting, 'A', at, setting.admin, headers))).to.equal('same');
  });
});
