import { expect } from 'chai';
import { operations } from '../../generated/operations.ts';
import { NearestRoute } from '../../src/http/nearest-route.ts';
import { expectError } from '../support/expect/expect.ts';
import { onEachDatabase } from '../support/world/world.ts';

const id = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';

describe('the nearest route', () => {
  const nearest = new NearestRoute(Object.values(operations));

  it('is the operation with the most similar path', () => {
    for (const [method, path, expected] of [
      ['GET', '/api/v1/projcts', 'GET /api/v1/projects'],
      ['GET', `/api/v1/project/${id}`, 'GET /api/v1/projects/{projectId}'],
      ['GET', '/api/v5/secrets/KEY', 'GET /api/v4/secrets/{secretName}'],
      ['POST', '/v1/projects', 'POST /api/v1/projects'],
      ['DELETE', '/api/statu', 'GET /api/status'],
    ] as const) {
      const route = nearest.find(method, path);
      expect(`${route?.method} ${route?.path}`, path).to.equal(expected);
    }
  });

  it('does not exist for long or dissimilar paths', () => {
    for (const path of ['/', '/wp-login.php', '/api', '/api/v1/nothing', `/api/v1/projcts/${'x'.repeat(200)}`])
      expect(nearest.find('GET', path), path).to.equal(undefined);
  });
});

onEachDatabase('an unknown path', (world) => {
  it('is a 404 that names the nearest operation by its template', async () => {
    const response = await world().send('GET', `/api/v1/project/${id}`);
    expectError(response, 404, 'NotFound', /Did you mean GET \/api\/v1\/projects\/\{projectId\}\?/);
  });

  it('is a 404 that names the documentation if no operation is similar', async () => {
    expectError(await world().send('GET', '/api/v1/nothing'), 404, 'NotFound', /See \/docs for all operations\.$/);
  });
});
