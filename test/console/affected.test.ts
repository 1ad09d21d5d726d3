import { expect } from 'chai';
import type { ProjectEvent } from '../../src/console/api/project-event.ts';
import { isAffected } from '../../src/console/live/affected.ts';
import { matcherOf } from '../../src/console/pages/events/filter.ts';

const event: ProjectEvent = { kind: 'secret:update', environment: 'dev', path: '/app/api', names: ['KEY'] };

const secrets = (projectId: string, environment: string, path: string) => ['secrets', { projectId, environment, path }];
const details = (name: string) => ['secret-details', { projectId: 'p', environment: 'dev', path: '/app/api', name }];
const overview = (environments: string, secretPath: string) => [
  'overview',
  { projectId: 'p', environments, secretPath },
];
const folders = (path: string) => [
  'get',
  '/api/v2/folders',
  { params: { query: { projectId: 'p', environment: 'dev', path } } },
];

describe('console: an event', () => {
  it('touches the lists of its folder and the trees above it, in its environment', () => {
    const touched = [
      secrets('p', 'dev', '/app/api'),
      overview('dev,prod', '/'),
      overview('dev', '/app'),
      folders('/'),
      details('KEY'),
      ['get', '/api/v1/dashboard/secret-versions/{secretId}', { params: { path: { secretId: 's' } } }],
    ];
    const untouched = [
      secrets('other', 'dev', '/app/api'),
      secrets('p', 'prod', '/app/api'),
      secrets('p', 'dev', '/app'),
      overview('prod', '/'),
      overview('dev', '/ap'),
      folders('/app/api/below'),
      details('OTHER'),
      ['get', '/api/v1/projects/{projectId}/permissions', { params: { path: { projectId: 'p' } } }],
      ['get', '/api/v1/user'],
      ['resolved', { projectId: 'p', environment: 'dev', path: '/app/api' }, 'KEY'],
    ];
    expect(touched.filter((key) => !isAffected(key, 'p', event))).to.deep.equal([]);
    expect(untouched.filter((key) => isAffected(key, 'p', event))).to.deep.equal([]);
    expect(isAffected(details('KEY'), 'p', { ...event, kind: 'secret:delete' })).to.equal(false);
    expect(isAffected(details('OTHER'), 'p')).to.equal(true);
  });

  it('is shown if it fits the filter', () => {
    const fits = (kinds: string[], environments: string[], path: string) =>
      matcherOf({ kinds, environments, path })(event);
    expect([fits([], [], ''), fits(['secret:update'], ['dev'], '/app/**'), fits([], [], 'app/api')]).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect([fits(['secret:create'], [], ''), fits([], ['prod'], ''), fits([], [], '/app')]).to.deep.equal([
      false,
      false,
      false,
    ]);
  });
});
