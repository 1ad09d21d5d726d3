import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { sweep } from '../../../src/sweep.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newRoot, oldRoot, rotateAll, startRotating } from '../../support/fixtures/key-rotation.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { newToken } from '../../support/fixtures/service-tokens.ts';
import { newStorage, onEachDatabase, startWorld, type World } from '../../support/world/world.ts';

const own = (world: World, token: string) => world.call('getOwnServiceToken', { as: { token } });

const lastUseOf = async (world: World, id: string): Promise<string | null> =>
  (await world.server.parts.database.read<any>('service_tokens').where({ id }).first()).lastUsed;

/** Resolves when its last use is stored, which happens after the response. */
const storedLastUse = async (world: World, id: string, expected: string): Promise<void> => {
  while ((await lastUseOf(world, id)) !== expected) await setImmediate();
};

onEachDatabase('a service token', (world) => {
  it('is accepted with any fourth part, and without one', async () => {
    const { token } = await newToken(world(), await newProjectWithSecrets(world()));
    for (const sent of [token, `${token}.`, `${token}.0123456789abcdef0123456789abcdef`, `${token}.a.b`])
      expect((await own(world(), sent)).status, sent).to.equal(200);
  });

  it('is refused in the same way whether its id or its secret is wrong', async () => {
    const { token, id } = await newToken(world(), await newProjectWithSecrets(world()));
    const secret = token.split('.')[2]!;
    const other = await newToken(world(), await newProjectWithSecrets(world()));
    const bad = [
      `st.${id}.${'0'.repeat(32)}`,
      `st.${id}.`,
      `st.${id}`,
      `st.${world().server.parts.ids.uuid()}.${secret}`,
      `st.${other.id}.${secret}`,
      `st.no-uuid.${secret}`,
      'st.',
      'st..',
      `st.${id}.${secret.toUpperCase()}0`,
    ];
    const messages = new Set<string>();
    for (const sent of bad) {
      const response = await own(world(), sent);
      expectError(response, 401, 'TokenError');
      expect(response.headers['www-authenticate']).to.equal('Bearer error="invalid_token"');
      messages.add(response.body.message);
    }
    expect([...messages]).to.have.length(1);
  });

  it('expires, which is reported only to callers with its secret', async () => {
    const { token, id } = await newToken(world(), await newProjectWithSecrets(world()), { expiresIn: 60 });
    await world().clock.later(59.999, async () => expect((await own(world(), token)).status).to.equal(200));
    await world().clock.later(60, async () => {
      expectError(await own(world(), token), 401, 'TokenError', /has expired/);
      expectError(await own(world(), `st.${id}.${'0'.repeat(32)}`), 401, 'TokenError', /is unknown/);
    });
  });

  it('stores its last use at most once a minute, without a change of the data revision', async () => {
    const setting = await newProjectWithSecrets(world());
    const { token, id } = await newToken(world(), setting);
    const revisions = () =>
      world().server.parts.database.read('project_revisions').where({ projectId: setting.project.id });
    const before = await revisions();
    await own(world(), token);
    await storedLastUse(world(), id, '2030-01-01T00:00:00.000Z');
    await world().clock.later(59, () => own(world(), token));
    await world().clock.later(60, () => own(world(), token));
    await storedLastUse(world(), id, '2030-01-01T00:01:00.000Z');
    expect((await own(world(), token)).body.lastUsed).to.equal('2030-01-01T00:01:00.000Z');
    expect(await revisions()).to.deep.equal(before);
  });

  it('is deleted with its project', async () => {
    const setting = await newProjectWithSecrets(world());
    const { token } = await newToken(world(), setting);
    expect(
      (await world().call('deleteProject', { as: setting.admin, params: { projectId: setting.project.id } })).status,
    ).to.equal(200);
    expectError(await own(world(), token), 401, 'TokenError');
  });
});

onEachDatabase('service tokens of a server', (_world, kind) => {
  it('are removed some time after their expiry', async () => {
    const world = await startWorld(await newStorage(kind));
    const setting = await newProjectWithSecrets(world);
    const { id } = await newToken(world, setting, { expiresIn: 60 });
    const lasting = await newToken(world, setting);
    const stored = async (): Promise<string[]> =>
      (await world.server.parts.database.read('service_tokens').select<{ id: string }[]>('id')).map((row) => row.id);
    await sweep(world.server.parts);
    expect(await stored()).to.have.members([id, lasting.id]);
    await world.clock.later(61, () => sweep(world.server.parts));
    expect(await stored()).to.deep.equal([lasting.id]);
    await world.server.stop();
  });

  it('stay valid when the root key is rotated', async () => {
    const storage = await newStorage(kind);
    const before = await startWorld({ ...storage, ROOT_KEY: oldRoot });
    const { token } = await newToken(before, await newProjectWithSecrets(before));
    await before.server.stop();

    const during = await startRotating({ ...storage, ROOT_KEY: `${newRoot},${oldRoot}` });
    expect((await own(during, token)).status).to.equal(200);
    await rotateAll(during);
    await during.server.stop();

    const after = await startWorld({ ...storage, ROOT_KEY: newRoot });
    expect((await own(after, token)).status).to.equal(200);
    await after.server.stop();
  });
});
