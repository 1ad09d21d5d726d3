import { expect } from 'chai';
import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import { createStores } from '../../../src/stores.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret } from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { listAuditLogsFixtures, now, put, type Entry } from './listAuditLogs.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

interface LogPage {
  auditLogs: Entry[];
  nextCursor: string | null;
  followCursor: string | null;
  totalCount: number | null;
}

onEachDatabase('listAuditLogs', (world) => {
  const { newAdmin, idsOf } = listAuditLogsFixtures(world);

  const pageOf = async (as: { token: string }, query: Record<string, string>): Promise<LogPage> => {
    const { status, body } = await world().call('listAuditLogs', { as, query });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as LogPage;
  };

  describe('with a cursor', () => {
    it('lists every entry once while others arrive, and those when it is followed', async () => {
      const { organization, admin } = await newAdmin();
      // Without an actor, logins of other tests' users would be counted too.
      const actorId = world().server.parts.ids.uuid();
      const query = { eventType: 'create-identity', actor: actorId, limit: '2' };
      const stored: AuditLogRow[] = [];
      for (const second of [0, 1, 1, 1, 2])
        stored.push(await put(world(), organization.id, { actorId, createdAt: `2029-12-31T00:00:0${second}.000Z` }));
      const first = await pageOf(admin, { ...query, cursor: 'first' });
      expect(first.totalCount).to.equal(5);
      const arrived = await put(world(), organization.id, { actorId });
      const second = await pageOf(admin, { ...query, cursor: first.nextCursor! });
      const third = await pageOf(admin, { ...query, cursor: second.nextCursor! });
      const listed = [first, second, third].flatMap(({ auditLogs }) => idsOf(auditLogs));
      expect(listed).to.have.lengthOf(5).and.have.members(idsOf(stored));
      expect(third).to.include({ nextCursor: null, followCursor: null, totalCount: null });
      const followed = await pageOf(admin, { ...query, cursor: first.followCursor! });
      expect(idsOf(followed.auditLogs)).to.deep.equal([arrived.id]);
      await world().clock.later(11, async () => {
        const later = await pageOf(admin, { ...query, cursor: followed.followCursor! });
        const much = await pageOf(admin, { ...query, cursor: later.followCursor! });
        expect(idsOf(later.auditLogs)).to.deep.equal([arrived.id]);
        expect(much.auditLogs).to.deep.equal([]);
      });
    });

    it('is recorded for the first page only, and belongs to its filters', async () => {
      const { organization, admin } = await newAdmin();
      for (let number = 0; number < 2; number += 1) await put(world(), organization.id);
      const query = { eventType: 'create-identity', limit: '1' };
      const { nextCursor, followCursor } = await pageOf(admin, { ...query, cursor: 'first' });
      for (const cursor of [nextCursor!, followCursor!]) {
        await pageOf(admin, { ...query, limit: '5', cursor });
        for (const changes of [{ eventType: 'delete-identity' }, { outcome: 'refused' }, { offset: '1' }])
          expectIssues(
            await world().call('listAuditLogs', { as: admin, query: { ...query, ...changes, cursor } }),
            'query cursor invalid',
          );
      }
      expectIssues(
        await world().call('listAuditLogs', { as: admin, query: { cursor: 'nonsense' } }),
        'query cursor format',
      );
      const views = await entriesWhere(world(), { actorId: admin.id, eventType: 'view-audit-logs' });
      expect(views.map(({ eventMetadata }) => eventMetadata)).to.deep.equal([{ eventType: 'create-identity' }]);
    });

    it('examines a limited number of entries for each page', async () => {
      const { organization, admin } = await newAdmin();
      const { parts } = world().server;
      const wanted = await put(world(), organization.id, { createdAt: '2029-12-31T00:00:00.000Z' });
      const { id: _, ...other } = { ...wanted, createdAt: now, eventType: 'delete-identity' };
      const others = Array.from({ length: 10_001 }, () => ({ id: parts.ids.uuid(), ...other }));
      await parts.database.transaction(ofInstance, ({ db }) => createStores(db).auditLogs.insertAll(others));
      const query = { eventType: 'create-identity' };
      const first = await pageOf(admin, { ...query, cursor: 'first' });
      expect(first).to.deep.include({ auditLogs: [], totalCount: null });
      const second = await pageOf(admin, { ...query, cursor: first.nextCursor! });
      expect(idsOf(second.auditLogs)).to.deep.equal([wanted.id]);
      expect(second.nextCursor).to.equal(null);
    });
  });

  it('reads entries of more projects than a statement has parameters', async () => {
    const { organization } = await newAdmin();
    const { id } = await put(world(), organization.id, { projectId: 'wanted' });
    await put(world(), organization.id, { projectId: 'other' });
    const among = [...Array.from({ length: 40_000 }, (_, number) => `project-${number}`), 'wanted'];
    const filter = { organizationId: organization.id, metadata: [], secret: {}, from: now, now };
    const entries = await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      createStores(db).auditLogs.list(
        { ...filter, projects: { among, includesDeleted: false } },
        { offset: 0, limit: 5 },
      ),
    );
    expect(idsOf(entries)).to.deep.equal([id]);
  });

  it('finds who read a value, and who was refused it, by the id of the secret', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, organization, project } = setting;
    const { id } = await newSecret(world(), setting, 'WANTED');
    await newSecret(world(), setting, 'OTHER');
    const stranger = await world().newUser(organization, 'member');
    await addToProject(world(), project, stranger, 'no-access');
    const location = { projectId: project.id, environment: 'dev' };
    const read = (as: typeof admin, secretName: string) =>
      world().call('getSecret', { as, params: { secretName }, query: location });
    await read(admin, 'WANTED');
    await read(admin, 'OTHER');
    await read(stranger, 'WANTED');
    await world().call('listSecrets', { as: admin, query: location });
    await world().call('listSecrets', { as: admin, query: { ...location, environment: 'prod' } });
    await world().call('createSecretImport', {
      as: admin,
      body: { ...location, environment: 'prod', import: { environment: 'dev', path: '/' } },
    });
    await world().call('listSecrets', { as: admin, query: { ...location, environment: 'prod' } });
    await world().call('updateSecret', {
      as: admin,
      params: { secretName: 'WANTED' },
      body: { ...location, newSecretName: 'RENAMED' },
    });
    const query = { projectId: project.id, secret: id, cursor: 'first' };
    const { auditLogs } = await pageOf(admin, query);
    expect(auditLogs.map(({ event: { type, metadata } }) => [type, metadata.environment]).sort()).to.deep.equal([
      ['create-secret', 'dev'],
      ['get-secret', 'dev'],
      ['get-secrets', 'dev'],
      ['get-secrets', 'prod'],
      ['update-secret', 'dev'],
    ]);
    await world().call('updateSecret', {
      as: admin,
      params: { secretName: 'RENAMED' },
      body: { ...location, newSecretName: 'WANTED' },
    });
    const refused = await pageOf(admin, { ...query, outcome: 'refused' });
    expect(refused.auditLogs.map(({ event }) => event.type)).to.deep.equal(['get-secret-refused']);
    const auditor = await world().newUser(organization, 'member');
    await addToProject(world(), project, auditor, [{ subject: 'audit-logs', action: ['read'] }]);
    const named = await pageOf(auditor, { ...query, eventType: 'get-secret,get-secrets' });
    expect(named.auditLogs.map(({ event }) => event.type)).to.deep.equal(['get-secret']);
  });
});
