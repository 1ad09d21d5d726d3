import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { exampleBody, operationOf, type Schema } from '../support/expect/contract.ts';
import { secretFields, withValueAt } from '../support/expect/secrets.ts';
import { onEitherDatabase } from '../support/world/cases.ts';
import type { World } from '../support/world/world.ts';

const ids = Object.keys(operations) as OperationId[];

const linesOf = (world: World, id: string): Schema[] =>
  world
    .logged()
    .split('\n')
    .filter((text) => text.includes(id))
    .map((text) => JSON.parse(text) as Schema);

onEitherDatabase('the log', (world) => {
  it('has a line for each request: id, actor, operation, status, duration', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const { headers } = await world().call('getOrganization', { as, params: { organizationId: organization.id } });
    const [line] = linesOf(world(), headers['x-request-id']!);
    expect(line).to.deep.include({
      operation: 'getOrganization',
      method: 'GET',
      status: 200,
      ip: '127.0.0.1',
      actor: { type: 'user', id: as.id, organizationId: organization.id },
    });
    expect(line!.durationMs).to.be.a('number');
    expect(line!.level).to.equal('info');
    expect(line).not.to.have.property('traceId');
  });

  it('names the trace that the request is part of', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const { headers } = await world().send('GET', '/api/v1/organization', { headers: { traceparent } });
    expect(linesOf(world(), headers['x-request-id']!).map((line) => line.traceId)).to.deep.equal([traceId]);
    const malformed = { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` };
    const other = await world().send('GET', '/api/v1/organization', { headers: malformed });
    expect(JSON.stringify(linesOf(world(), other.headers['x-request-id']!))).not.to.include('traceId');
  });

  it('contains no secret: canaries in every secret field, valid and invalid, do not appear in it', async () => {
    const planted: string[] = [];
    const canary = (): string => {
      planted.push(`canary${planted.length}x${'z'.repeat(12)}`);
      return planted.at(-1)!;
    };
    for (const id of ids) {
      // New callers each time, because some operations end a session or delete an organization.
      const organization = await world().newOrganization();
      const as = await world().newUser(organization, 'admin');
      planted.push(as.token, as.loginToken);
      const schema = operationOf(id).requestBody?.content['application/json']?.schema as Schema | undefined;
      for (const path of secretFields(schema)) {
        const example = exampleBody(id) as Schema;
        const forwarded = { 'X-Forwarded-For': '203.0.113.9' };
        await world().call(id, { as, body: withValueAt(example, path, canary()) });
        await world().call(id, { as, body: withValueAt(example, path, canary()), headers: forwarded });
        await world().call(id, { as, body: withValueAt(example, path, { nested: canary() }) });
        await world().call(id, {
          as,
          body: `{"broken": "${canary()}"`,
          headers: { 'Content-Type': 'application/json' },
        });
      }
      await world().call(id, { headers: { Authorization: `Bearer ${canary()}` } });
      await world().call(id, { as, query: { token: canary() }, params: { organizationId: organization.id } });
    }
    const { email, password } = await world().newUser(await world().newOrganization(), 'admin');
    await world().call('login', { body: { email, password } });

    expect(planted.length).to.be.above(ids.length);
    const log = world().logged();
    for (const secret of [...planted, password, 'for tests only']) expect(log.includes(secret), secret).to.equal(false);
  });
});
