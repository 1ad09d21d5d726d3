import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { entriesOf } from '../support/expect/audit.ts';
import { secretsIn } from '../support/expect/secrets.ts';
import { watchRevisions, type RevisionKind } from '../support/expect/revisions.ts';
import { successfulCall } from '../support/fixtures/successful-calls.ts';
import { shareOf } from '../support/world/cases.ts';
import { onEachDatabase } from '../support/world/world.ts';

const ids = Object.keys(operations) as OperationId[];
const audited = ids.filter((id) => operations[id].audit !== null);

/** The operations that changed rows of each kind. */
const changedBy = new Map<RevisionKind, Set<OperationId>>();

onEachDatabase('a successful request', (shared, kind) => {
  for (const id of shareOf(audited, kind)) {
    it(`${id} leaves one audit entry ${operations[id].audit}, and new revisions of the rows that it changes`, async () => {
      const { world, objects, as, request: prepared } = await successfulCall(shared(), id, kind);
      const request = { headers: { 'User-Agent': 'cli' }, ...prepared };
      const changedKinds = await watchRevisions(world.server.parts.database.read, objects.organization.id);
      const response = await world.call(id, request);
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      const entries = await entriesOf(world, response);
      expect(entries, 'entries of this request').to.have.length(1);
      const [entry] = entries as [(typeof entries)[number]];
      expect(entry).to.include({
        eventType: operations[id].audit,
        operation: id,
        ipAddress: '127.0.0.1',
        userAgent: 'cli',
        userAgentType: 'cli',
        repeats: 0,
      });
      expect(entry.createdAt).to.equal('2030-01-01T00:00:00.000Z');
      expect(entry.actorType, 'somebody').to.be.oneOf(['user', 'identity']);
      if (request.as === as) expect(entry.actorId).to.equal(as.id);

      const secrets = [
        ...secretsIn(request.body),
        ...secretsIn(response.body),
        ...(request.as ? [request.as.token] : []),
      ];
      for (const secret of secrets) expect(JSON.stringify(entry).includes(secret), 'a secret').to.equal(false);

      for (const kindOfRevision of await changedKinds())
        changedBy.set(kindOfRevision, (changedBy.get(kindOfRevision) ?? new Set()).add(id));
    });
  }
});

describe('revisions', () => {
  it('are each changed by several operations', () => {
    expect([...changedBy.keys()]).to.have.members(['dataOf', 'projectAccessOf', 'organizationAccessOf']);
    for (const operationsOfKind of changedBy.values()) expect(operationsOfKind.size).to.be.greaterThan(5);
  });
});
