import { expect } from 'chai';
import { createLog } from '../../../src/platform/log.ts';
import { rotateDueSecrets } from '../../../src/rotating.ts';
import { newRotationSetting, ofRotation } from '../../support/fixtures/secret-rotations.ts';
import { newStorage, ownWorld } from '../../support/world/world.ts';

const day = 86_400;
const silent = createLog('error', { write: () => undefined });

describe('rotations on two nodes [postgres]', () => {
  it('are made once, by schedule and by request at once, and leave a password that works', async () => {
    const storage = await newStorage('postgres');
    const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
    const setting = await newRotationSetting(one);
    const { id } = (await setting.create({ rotationInterval: 1 })).body.secretRotation;
    const before = await setting.secrets();
    const later = (node: typeof one) =>
      node.clock.later(2 * day, () =>
        Promise.all([
          rotateDueSecrets(node.server.parts, silent),
          node.call('rotateSecrets', { as: setting.admin, params: ofRotation(id as string) }),
        ]),
      );
    const results = await Promise.all([later(one), later(other)]);
    const byServer = results.reduce((sum, [count]) => sum + count, 0);
    const statuses = results.map(([, { status }]) => status);
    const byCaller = statuses.filter((status) => status === 200).length;
    expect(
      statuses.every((status) => [200, 400].includes(status)),
      statuses.join(),
    ).to.equal(true);
    const now = await setting.secrets();
    const query = { projectId: setting.project.id, environment: 'dev' };
    const { body } = await setting.call('getSecret', { params: { secretName: 'DB_PASSWORD' }, query });
    expect(body.secret.version - 1, 'a version for each rotation').to.equal(byServer + byCaller);
    expect(byServer + byCaller).to.be.at.least(1);
    expect(await setting.target.canLogIn(now)).to.equal(true);
    if (byServer + byCaller === 1) expect(await setting.target.canLogIn(before)).to.equal(true);
    await setting.store(id as string, { dueAt: null });
  });
});
