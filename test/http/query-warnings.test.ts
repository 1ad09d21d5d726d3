import { expect } from 'chai';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import type { BoundOperation } from '../../src/http/exchange.ts';
import { QueryWarnings } from '../../src/http/query-warnings.ts';
import { onDatabase } from '../support/world/world.ts';

onDatabase('sqlite', 'warnings of query parameters', (world) => {
  const warnings = new QueryWarnings(contract);
  const operation = { ...operations.listSecrets, id: 'listSecrets' } as BoundOperation;
  const suggested = (...names: string[]): string[] =>
    [
      ...(warnings.find(operation, Object.fromEntries(names.map((name) => [name, 'x']))) ?? '').matchAll(
        /(\S+) is not known and was ignored\. Did you mean (\w+)\?/g,
      ),
    ].map(([, name, meant]) => `${name} ${meant}`);

  it('name the parameter that was meant, in another case or spelling', () => {
    expect(suggested('secretpath', 'project_id', 'enviroment')).to.deep.equal([
      'secretpath secretPath',
      'project_id projectId',
      'enviroment environment',
    ]);
  });

  it('are in the header Warning of a response', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const { status, headers } = await world().send('GET', '/api/v1/projects', {
      as,
      query: { includelastchange: 'true' },
    });
    expect(status).to.equal(200);
    expect(headers.warning).to.equal(
      '299 - "The query parameter includelastchange is not known and was ignored. Did you mean includeLastChange?"',
    );
  });

  it('are for names that resemble one only, and bounded', () => {
    expect(suggested('secretPath', 'projectId', 'utm_source', 'x', 'päth', 'a"b', 'z'.repeat(5000))).to.deep.equal([]);
    const many = Array.from({ length: 100 }, (_, index) => `secretpat${index}`);
    expect(suggested(...many).length).to.be.at.most(5);
  });
});
