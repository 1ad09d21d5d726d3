import { expect } from 'chai';
import { planOf, selectedDeployments, usualConnections } from '../../scripts/bench/run.ts';
import { isChange, scenariosOf } from '../../scripts/bench/scenarios.ts';
import { selectedScenarios } from '../../scripts/bench/suite.ts';

const project = { id: 'project', slug: 'project', stagingId: 'staging' };
const world = {
  caller: { id: 'caller', token: 'token', login: { clientId: 'id', clientSecret: 'secret' } },
  few: project,
  many: project,
  privilegeId: 'privilege',
  grantees: ['grantee'],
  groupId: 'group',
  ocsp: { plain: ['/ocsp'], withNonce: ['/ocsp'] },
};
const plan = (connections = usualConnections) => planOf({ short: true, only: '', connections });

describe('a run of the benchmark', () => {
  it('is on both databases, with two nodes only if it is long or they are selected, and with workers if they are', () => {
    expect(selectedDeployments({ short: true, on: undefined })).to.deep.equal(['SQLite', 'PostgreSQL, one node']);
    expect(selectedDeployments({ short: false, on: undefined })).to.deep.equal([
      'SQLite',
      'PostgreSQL, one node',
      'PostgreSQL, two nodes',
    ]);
    expect(selectedDeployments({ short: true, on: 'two nodes' })).to.deep.equal(['PostgreSQL, two nodes']);
    expect(selectedDeployments({ short: true, on: 'workers' })).to.deep.equal(['PostgreSQL, two workers']);
    expect(selectedDeployments({ short: false, on: 'sqlite' })).to.deep.equal(['SQLite']);
    expect(() => selectedDeployments({ short: true, on: 'oracle' })).to.throw(
      'no deployment matches --on=oracle; known: SQLite;',
    );
  });

  it('measures a get and a list with each number of connections, and everything with the first', () => {
    const selected = selectedScenarios(world, plan('10,50,200'));
    expect(selected.filter(({ connections }) => connections !== 10).map(({ name }) => name)).to.deep.equal([
      'get secret (v4), 50 connections',
      'list of 100, 50 connections',
      'get secret (v4), 200 connections',
      'list of 100, 200 connections',
    ]);
    expect(selectedScenarios(world, plan('5')).every(({ connections }) => connections === 5)).to.equal(true);
    for (const wrong of ['', '0', '10,', '1e3', 'ten'])
      expect(() => plan(wrong)).to.throw(`--connections=${wrong} is not a list of numbers such as 10,50`);
  });

  it('compares what only changes data with a transaction, in one folder as in ten', () => {
    const changes = scenariosOf(world).filter(isChange);
    expect(changes.map(({ name }) => name)).to.deep.equal([
      'login (universal auth)',
      'update secret',
      'update secret, ten folders',
      'create secret',
      'create secret, ten folders',
      'create secret beside 10,000',
      'create batch of 100 secrets',
      'update environment',
      'create privilege',
    ]);
  });
});
