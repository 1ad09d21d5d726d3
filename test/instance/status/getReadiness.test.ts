import { expect } from 'chai';
import request from 'supertest';
import { createApp } from '../../../src/http/app.ts';
import { createHttpServer } from '../../../src/http/server.ts';
import { createLog } from '../../../src/platform/log.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

onEachDatabase('getReadiness', (_, kind) => {
  for (const warmUp of ['on', 'off'])
    it(`returns 200 after all operations are warmed up, with WARM_UP ${warmUp}`, async () => {
      const world = await ownWorld({ ...(await newStorage(kind)), WARM_UP: warmUp });
      await world.server.warm;
      const { status, body } = await world.call('getReadiness');
      expect({ status, body }).to.deep.equal({ status: 200, body: { status: 'ok' } });
    });
});

describe('getReadiness during start', () => {
  it('returns 503 until then', async () => {
    const { server } = await ownWorld(await newStorage('sqlite'));
    const lines: string[] = [];
    const app = createApp(
      { ...server.parts, isWarm: () => false },
      createLog('warn', { write: (line) => void lines.push(line) }),
    );
    const response = await request(createHttpServer(app, server.parts.config)).get('/readyz');
    expectError(response, 503, 'ServiceUnavailable', /warming up/);
    expect(response.headers['retry-after']).to.equal('2');
    expect(lines, 'not logged as an error').to.deep.equal([]);
  });
});
