import { expect } from 'chai';
import { newDynamicSecrets, revokeDue, TargetDatabase } from '../../support/fixtures/dynamic-secrets.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

const count = 20;
const graceMs = 5_000;

/** Two nodes on one database, and a system that writes down what is done to its users. */
const setUp = async () => {
  const storage = await newStorage('postgres');
  const nodes: readonly [World, World] = [await ownWorld(storage), await ownWorld(storage)];
  const setting = await newDynamicSecrets(nodes[0]);
  const target = await TargetDatabase.start();
  await target.query('CREATE TABLE journal (what text, name text)');
  const noted = (statement: string, what: string) =>
    `${String(target.inputs[statement])} INSERT INTO journal VALUES ('${what}', '{{username}}');`;
  await setting.create({
    type: 'sql-database',
    inputs: {
      ...target.inputs,
      creationStatement: noted('creationStatement', 'made'),
      renewStatement: noted('renewStatement', 'renewed'),
      revocationStatement: noted('revocationStatement', 'removed'),
    },
  });
  const ask = (node: World, operation: Parameters<World['call']>[0], leaseId?: string, more: object = {}) =>
    node.call(operation, {
      as: setting.admin,
      ...(leaseId !== undefined && { params: { leaseId } }),
      body: { ...setting.place, ...more },
    });
  /** How often each user was made, renewed or removed. */
  const journal = async (what: string): Promise<number[]> => {
    const text = `SELECT count(*)::int AS count FROM journal WHERE what = '${what}' GROUP BY name`;
    return (await target.query(text)).rows.map((row) => row.count as number);
  };
  /** Creates leases on both nodes at once. */
  const leaseMany = async (ttl: string): Promise<{ id: string; expireAt: string; externalEntityId: string }[]> => {
    const responses = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        ask(nodes[index % 2]!, 'createDynamicSecretLease', undefined, { dynamicSecretName: 'db', ttl }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]));
    return responses.map(({ body }) => body.lease);
  };
  return { ...setting, nodes, target, ask, journal, leaseMany };
};

const once = Array.from({ length: count }, () => 1);

describe('leases on two nodes [postgres]', () => {
  it('are revoked once at their end, whichever node comes first', async () => {
    const { nodes, target, journal, leaseMany } = await setUp();
    await leaseMany('5m');
    expect(await journal('made')).to.deep.equal(once);
    expect(await target.users()).to.have.length(count);
    await Promise.all(nodes.map((node) => revokeDue(node, 300)));
    expect(await target.users()).to.deep.equal([]);
    expect(await journal('removed')).to.deep.equal(once);
  });

  it('are revoked once if both nodes are asked to, and are at their end', async () => {
    const { nodes, target, ask, journal, leaseMany } = await setUp();
    const leases = await leaseMany('1h');
    const answers = await Promise.all([
      ...leases.flatMap(({ id }) => nodes.map((node) => ask(node, 'revokeDynamicSecretLease', id))),
      ...nodes.map((node) => revokeDue(node, 3_600)),
    ]);
    const statuses = answers.flatMap((answer) => (answer ? [answer.status] : []));
    expect(
      statuses.every((status) => [200, 400, 404].includes(status)),
      statuses.join(),
    ).to.equal(true);
    await Promise.all(nodes.map((node) => revokeDue(node, 3_600)));
    expect(await target.users()).to.deep.equal([]);
    expect(await journal('removed')).to.deep.equal(once);
  });

  it('are either renewed or revoked, and end in the system when they end here', async () => {
    const { nodes, target, ask, journal, leaseMany, leases } = await setUp();
    const made = await leaseMany('10m');
    const answers = await Promise.all(
      made.map(({ id }, index) =>
        Promise.all([
          ask(nodes[index % 2]!, 'renewDynamicSecretLease', id, { ttl: '10m' }),
          ask(nodes[(index + 1) % 2]!, 'renewDynamicSecretLease', id, { ttl: '20m' }),
          ask(nodes[(index + 1) % 2]!, 'revokeDynamicSecretLease', id),
        ]),
      ),
    );
    for (const [renewed, longer, revoked] of answers) {
      const statuses = [renewed, longer, revoked].map(({ status }) => status);
      expect(statuses, statuses.join()).to.include(200);
      expect(
        statuses.every((status) => [200, 400, 404].includes(status)),
        statuses.join(),
      ).to.equal(true);
    }
    const left = await leases('db');
    expect(left.map(({ externalEntityId }) => externalEntityId).sort()).to.deep.equal((await target.users()).sort());
    expect(await journal('removed')).to.deep.equal(Array.from({ length: count - left.length }, () => 1));
    const { rows } = await target.query('SELECT rolname, rolvaliduntil FROM pg_roles WHERE rolvaliduntil IS NOT NULL');
    const ends = new Map(
      rows.map(({ rolname, rolvaliduntil }) => [rolname, new Date(rolvaliduntil as Date | string).getTime()]),
    );
    for (const { externalEntityId, expireAt } of left)
      expect(ends.get(externalEntityId), externalEntityId).to.equal(Date.parse(expireAt) + graceMs);
    await Promise.all(nodes.map((node) => revokeDue(node, 7_200)));
    expect(await target.users()).to.deep.equal([]);
    expect(await journal('removed')).to.deep.equal(once);
  });
});
