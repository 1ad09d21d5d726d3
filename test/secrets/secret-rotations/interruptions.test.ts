import { expect } from 'chai';
import { createLog } from '../../../src/platform/log.ts';
import { rotateDueSecrets } from '../../../src/rotating.ts';
import { CuttableProxy } from '../../support/clients/proxy.ts';
import { newConnection } from '../../support/fixtures/app-connections.ts';
import { newRotationSetting, type RotationSetting } from '../../support/fixtures/secret-rotations.ts';
import { databaseKinds, newStorage, ownWorld, type World } from '../../support/world/world.ts';

const silent = createLog('error', { write: () => undefined });
const day = 86_400;

for (const kind of databaseKinds)
  describe(`a rotation whose connection is cut [${kind}]`, () => {
    let world: World;
    const proxies: CuttableProxy[] = [];
    before(async () => {
      world = await ownWorld(await newStorage(kind));
    });
    after(() => Promise.all(proxies.map((proxy) => proxy.cut())));

    /** A rotation whose connection leads through a proxy. */
    const newCuttable = async (isInPlace: boolean) => {
      const setting = await newRotationSetting(world);
      const proxy = new CuttableProxy({ host: '127.0.0.1', port: setting.target.port });
      await proxy.start();
      proxies.push(proxy);
      const credentials = { ...setting.credentials, port: proxy.port };
      const { body } = await newConnection(world, setting, { name: 'cuttable', credentials });
      const [one, two] = setting.users;
      const parameters = { username1: one.username, ...(!isInPlace && { username2: two.username }) };
      const connectionId = body.appConnection.id as string;
      const created = await setting.create({ connectionId, parameters, rotationInterval: 1 });
      expect(created.status, JSON.stringify(created.body)).to.equal(200);
      return { setting, proxy, id: created.body.secretRotation.id as string };
    };

    const rotateAfter = (seconds: number): Promise<number> =>
      world.clock.later(seconds, () => rotateDueSecrets(world.server.parts, silent));
    const canLogIn = async ({ target, secrets }: RotationSetting): Promise<boolean> => target.canLogIn(await secrets());

    for (const text of ['ALTER ROLE', 'COMMIT'])
      for (const moment of ['before', 'after'] as const) {
        it(`${moment} ${text}, never leaves readers without a valid password, and is finished`, async () => {
          const { setting, proxy, id } = await newCuttable(false);
          const first = await setting.secrets();
          proxy.trap = { text, moment };
          await rotateAfter(2 * day);
          expect(await setting.stored(id)).to.include({ rotationStatus: 'failed', activeIndex: 0 });
          expect(await setting.secrets()).to.deep.equal(first);
          expect(await canLogIn(setting)).to.equal(true);
          proxy.trap = undefined;
          await rotateAfter(2 * day + 61);
          expect(await setting.stored(id)).to.include({ rotationStatus: 'success', activeIndex: 1 });
          expect(await canLogIn(setting)).to.equal(true);
          expect(await setting.target.canLogIn(first)).to.equal(true);
          await setting.store(id, { dueAt: null });
        });

        it(`${moment} ${text}, for a single user, is finished with the password that is valid`, async () => {
          const { setting, proxy, id } = await newCuttable(true);
          proxy.trap = { text, moment };
          await rotateAfter(2 * day);
          proxy.trap = undefined;
          await rotateAfter(2 * day + 61);
          expect(await setting.stored(id)).to.include({ rotationStatus: 'success' });
          expect(await canLogIn(setting)).to.equal(true);
          await setting.store(id, { dueAt: null });
        });
      }
  });
