import { expect } from 'chai';
import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import { createStores } from '../../../src/stores.ts';
import type { World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

export type Entry = { id: string } & Record<string, any>;

export const now = '2030-01-01T00:00:00.000Z';

/** A stored entry with the given fields. */
export const put = async (
  { server: { parts } }: World,
  organizationId: string,
  changes: Partial<AuditLogRow> = {},
): Promise<AuditLogRow> => {
  const row: AuditLogRow = {
    id: parts.ids.uuid(),
    organizationId,
    projectId: null,
    projectName: null,
    eventType: 'create-identity',
    eventMetadata: {},
    actorType: 'user',
    actorId: 'somebody',
    actorMetadata: { userId: 'somebody' },
    operation: 'createIdentity',
    requestId: 'req-00000000000000',
    ipAddress: '203.0.113.7',
    userAgent: 'tests',
    userAgentType: 'other',
    repeats: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: '2030-04-01T00:00:00.000Z',
    ...changes,
  };
  await parts.database.transaction(ofInstance, ({ db }) => createStores(db).auditLogs.insert(row));
  return row;
};

/** The requests and callers of the tests of listAuditLogs. */
export const listAuditLogsFixtures = (world: () => World) => {
  const list = async (as: { token: string }, query: Record<string, string> = {}): Promise<Entry[]> => {
    const { status, body } = await world().call('listAuditLogs', { as, query });
    expect(status, JSON.stringify(body)).to.equal(200);
    return (body.auditLogs as Entry[]).filter(
      ({ event }) => event.type !== 'view-audit-logs' || query.eventType === 'view-audit-logs',
    );
  };

  const newAdmin = async () => {
    const organization = await world().newOrganization();
    return { organization, admin: await world().newUser(organization, 'admin') };
  };

  const idsOf = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

  return { list, newAdmin, idsOf };
};
