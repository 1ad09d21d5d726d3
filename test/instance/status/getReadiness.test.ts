import { expect } from 'chai';
import request from 'supertest';
import { createApp } from '../../../src/http/app.ts';
import { createHttpServer } from '../../../src/http/server.ts';
import { createLog } from '../../../src/platform/log.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

onEachDatabase('getReadiness', (world) => {
  it('returns 200 as soon as the server listens', async () => {
    const { status, body } = await world().call('getReadiness');
    expect({ status, body }).to.deep.equal({ status: 200, body: { status: 'ok' } });
  });
});

describe('getReadiness while the server stops', () => {
  it('returns 503', async () => {
    const { server } = await ownWorld(await newStorage('sqlite'));
    const lines: string[] = [];
    const app = createApp(
      { ...server.parts, isStopping: () => true },
      createLog('warn', { write: (line) => void lines.push(line) }),
    );
    const response = await request(createHttpServer(app, server.parts.config)).get('/readyz');
    expectError(response, 503, 'ServiceUnavailable', /stopping/);
    expect(response.headers['retry-after']).to.equal('2');
    expect(lines, 'not logged as an error').to.deep.equal([]);
  });
});
