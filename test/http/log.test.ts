import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { exampleBody, operationOf, type Schema } from '../support/expect/contract.ts';
import { secretFields, withValueAt } from '../support/expect/secrets.ts';
import { onEachDatabase } from '../support/world/world.ts';

const ids = Object.keys(operations) as OperationId[];

onEachDatabase('the log', (world) => {
  it('has a line for each request: id, actor, operation, status, duration', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const { headers } = await world().call('getOrganization', { as, params: { organizationId: organization.id } });
    const line = world()
      .logged()
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text) as Schema)
      .find(({ reqId }) => reqId === headers['x-request-id']);
    expect(line).to.deep.include({
      operation: 'getOrganization',
      method: 'GET',
      status: 200,
      ip: '127.0.0.1',
      actor: { type: 'user', id: as.id, organizationId: organization.id },
    });
    expect(line!.durationMs).to.be.a('number');
  });

  it('contains no secret: canaries in every secret field, valid and invalid, do not appear in it', async function () {
    // Every operation is called several times.
    this.timeout(120_000);
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
