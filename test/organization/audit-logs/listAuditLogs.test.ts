import { expect } from 'chai';
import { userAgentTypes } from '../../../src/audit/user-agent.ts';
import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import { contract } from '../../support/expect/contract.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectIssues } from '../../support/expect/expect.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { newLoggedIn } from '../../support/fixtures/universal-auth.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';
import { listAuditLogsFixtures, now, put } from './listAuditLogs.fixtures.ts';

onEachDatabase('listAuditLogs', (world, kind) => {
  const { list, newAdmin, idsOf } = listAuditLogsFixtures(world);

  it('returns all fields of an entry', async () => {
    const { organization, admin } = await newAdmin();
    const { body, headers } = await world().call('createIdentity', {
      as: admin,
      body: { name: 'Build server', role: 'member' },
      headers: { 'User-Agent': 'k8-operator/1.2' },
    });
    const [entry, ...others] = await list(admin);
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.equal({
      id: entry!.id,
      event: {
        type: 'create-identity',
        metadata: { identityId: body.identity.id, name: 'Build server', role: 'member', hasDeleteProtection: false },
      },
      actor: {
        type: 'user',
        metadata: { userId: admin.id, email: admin.email, username: admin.email, authMethod: 'email' },
      },
      ipAddress: '127.0.0.1',
      userAgent: 'k8-operator/1.2',
      userAgentType: 'k8-operator',
      orgId: organization.id,
      projectId: null,
      projectName: null,
      operation: 'createIdentity',
      requestId: headers['x-request-id'],
      repeats: 0,
      createdAt: now,
      updatedAt: now,
      expiresAt: '2030-04-01T00:00:00.000Z',
    });
  });

  it('lists the newest first, then by id, with pagination', async () => {
    const { organization, admin } = await newAdmin();
    const rows: AuditLogRow[] = [];
    for (const createdAt of ['2029-12-31T01:00:00.000Z', '2029-12-31T02:00:00.000Z', '2029-12-31T02:00:00.000Z'])
      rows.push(await put(world(), organization.id, { createdAt }));
    const expected = [...idsOf(rows.slice(1)).sort(), rows[0]!.id];
    expect(idsOf(await list(admin, { eventType: 'create-identity' }))).to.deep.equal(expected);
    expect(idsOf(await list(admin, { eventType: 'create-identity', offset: '1', limit: '1' }))).to.deep.equal([
      expected[1],
    ]);
    expect(await list(admin, { eventType: 'create-identity', offset: '3' })).to.deep.equal([]);
  });

  it('lists only refusals and failures, or only the rest, by outcome', async () => {
    const { organization, admin } = await newAdmin();
    const types = ['create-identity', 'create-identity-refused', 'login-identity-universal-auth-failed', 'get-secret'];
    for (const eventType of types) await put(world(), organization.id, { eventType });
    const typesOf = async (query: Record<string, string>) => (await list(admin, query)).map(({ event }) => event.type);
    expect(await typesOf({ outcome: 'refused' })).to.have.members(types.slice(1, 3));
    expect(await typesOf({ outcome: 'allowed' })).to.have.members([types[0], types[3]]);
    const eventType = 'create-identity,create-identity-refused';
    expect(await typesOf({ outcome: 'refused', eventType })).to.deep.equal(['create-identity-refused']);
    expect(await typesOf({ outcome: 'allowed', eventType })).to.deep.equal(['create-identity']);
    expect(await typesOf({ outcome: 'refused', eventType: 'create-identity' })).to.deep.equal([]);
    expectIssues(await world().call('listAuditLogs', { as: admin, query: { outcome: 'both' } }), 'query outcome enum');
  });

  it('has 20 entries per page by default', async () => {
    const { organization, admin } = await newAdmin();
    for (let number = 0; number < 21; number += 1) await put(world(), organization.id);
    expect(await list(admin)).to.have.length(20);
    expect(await list(admin, { limit: '1000', eventType: 'create-identity' })).to.have.length(21);
  });

  it('does not list entries of other organizations, or expired ones', async () => {
    const { admin, organization } = await newAdmin();
    await put(world(), (await newAdmin()).organization.id);
    await put(world(), organization.id, { expiresAt: now });
    expect(await list(admin)).to.deep.equal([]);
  });

  it('filters by event, client, actor and metadata', async () => {
    const { organization, admin } = await newAdmin();
    const metadata = { name: 'a "name"', count: 5, flag: true, text: '5', none: null };
    const one = await put(world(), organization.id, { eventMetadata: metadata, userAgentType: 'cli' });
    const two = await put(world(), organization.id, {
      eventType: 'delete-identity',
      eventMetadata: { name: 'other' },
      actorType: 'identity',
      actorId: 'machine',
    });
    const cases: [Record<string, string>, AuditLogRow[]][] = [
      [{ eventType: 'create-identity' }, [one]],
      [{ eventType: 'create-identity,delete-identity' }, [one, two]],
      [{ eventType: 'delete-identity, update-identity' }, [two]],
      [{ eventType: 'update-identity-refused' }, []],
      [{ eventType: 'user-login-failed,login-identity-universal-auth-failed' }, []],
      [{ userAgentType: 'cli' }, [one]],
      [{ userAgentType: 'web' }, []],
      [{ actorType: 'identity' }, [two]],
      [{ actor: 'somebody' }, [one]],
      [{ actor: 'machine' }, []],
      [{ actor: 'machine', actorType: 'identity' }, [two]],
      [{ eventMetadata: 'name=other' }, [two]],
      [{ eventMetadata: 'name=a "name"' }, [one]],
      [{ eventMetadata: 'count=5,text=5,flag=true,none=null' }, [one]],
      [{ eventMetadata: 'count=5,text=6' }, []],
      [{ eventMetadata: 'flag=1' }, []],
      [{ eventMetadata: 'unknown=1' }, []],
      [{ environment: 'dev', secretPath: '/', secretKey: 'KEY' }, [one, two]],
    ];
    for (const [query, expected] of cases) {
      expect(idsOf(await list(admin, query)), JSON.stringify(query)).to.have.members(idsOf(expected));
    }
  });

  it('covers the time since midnight of yesterday, or the given period without its end', async () => {
    const { organization, admin } = await newAdmin();
    const times = ['2029-12-30T23:59:59.999Z', '2029-12-31T00:00:00.000Z', now];
    const [old, yesterday, today] = await Promise.all(
      times.map((createdAt) => put(world(), organization.id, { createdAt })),
    );
    const cases: [Record<string, string>, (AuditLogRow | undefined)[]][] = [
      [{}, [today, yesterday]],
      [{ startDate: times[0]! }, [today, yesterday, old]],
      [{ startDate: '2029-12-31T01:00:00+01:00' }, [today, yesterday]],
      [{ startDate: times[0]!, endDate: times[1]! }, [old]],
      [{ endDate: now }, [yesterday]],
      [{ startDate: '2029-10-01T00:00:00Z', endDate: now }, [yesterday, old]],
      [{ startDate: now, endDate: now }, []],
    ];
    for (const [query, expected] of cases) {
      expect(idsOf(await list(admin, { ...query, eventType: 'create-identity' })), JSON.stringify(query)).to.deep.equal(
        expected.map((row) => row!.id),
      );
    }
  });

  it('refuses invalid queries', async () => {
    const { admin } = await newAdmin();
    const cases: [Record<string, string>, ...string[]][] = [
      [{ eventType: 'create-identity,nonsense' }, 'query eventType enum'],
      [{ eventType: 'x'.repeat(2049) }, 'query eventType too_big'],
      [{ userAgentType: 'browser' }, 'query userAgentType enum'],
      [{ actorType: 'nobody' }, 'query actorType enum'],
      [{ eventMetadata: 'name' }, 'query eventMetadata pattern'],
      [{ eventMetadata: 'name=a,=b' }, 'query eventMetadata pattern'],
      [{ eventMetadata: 'x'.repeat(2049) }, 'query eventMetadata too_big'],
      [{ environment: 'x'.repeat(65) }, 'query environment too_big'],
      [{ secretPath: 'x'.repeat(2049) }, 'query secretPath too_big'],
      [{ secretKey: 'x'.repeat(256) }, 'query secretKey too_big'],
      [{ startDate: 'yesterday' }, 'query startDate format'],
      [{ startDate: '2029-12-31T23:59:60Z' }, 'query startDate format'],
      [{ endDate: '2029-12-31' }, 'query endDate format'],
      [{ endDate: '2029-12-31T23:59:60Z' }, 'query endDate format'],
      [{ startDate: '2030-01-01T00:00:00.001Z' }, 'query endDate invalid'],
      [{ endDate: '2029-12-30T23:59:59.999Z' }, 'query endDate invalid'],
      [{ startDate: '2029-09-30T23:59:59.999Z', endDate: now }, 'query endDate too_big'],
      [{ offset: '-1', limit: '0' }, 'query offset too_small', 'query limit too_small'],
      [{ offset: '2147483648', limit: '1001' }, 'query offset too_big', 'query limit too_big'],
    ];
    for (const [query, ...issues] of cases)
      expectIssues(await world().call('listAuditLogs', { as: admin, query }), ...issues);
  });

  it('supports the client types of the contract', () => {
    expect(contract.components.parameters.AuditUserAgentType.schema.enum).to.deep.equal(userAgentTypes);
  });

  it('shows entries of others to callers with the permission only, users and machine identities', async () => {
    const { organization } = await newAdmin();
    const reader = await newUserWith(world(), organization, [{ subject: 'audit-logs', action: ['read'] }]);
    const other = await newUserWith(world(), organization, [{ subject: 'settings', action: ['read', 'edit'] }]);
    const entry = await put(world(), organization.id);
    for (const as of [reader, await world().newIdentity(organization, 'admin')])
      expect(idsOf(await list(as, { actor: 'somebody' }))).to.deep.equal([entry.id]);
    for (const as of [other, await world().newIdentity(organization, 'member')])
      expect(await list(as)).to.deep.equal([]);
  });

  it('is recorded once per first page', async () => {
    const { admin } = await newAdmin();
    const first = await world().call('listAuditLogs', { as: admin, query: { eventMetadata: 'name=x' } });
    await world().call('listAuditLogs', { as: admin, query: { offset: '1' } });
    const entries = await entriesWhere(world(), { actorId: admin.id });
    expect(
      entries.map(({ eventType, requestId, eventMetadata }) => ({ eventType, requestId, eventMetadata })),
    ).to.deep.equal([
      {
        eventType: 'view-audit-logs',
        requestId: first.headers['x-request-id'],
        eventMetadata: { eventMetadata: 'name=x' },
      },
    ]);
  });

  it('is not recorded if that is disabled', async () => {
    const quiet = await ownWorld({ ...(await newStorage(kind)), AUDIT_READS: 'off' });
    const machine = await newLoggedIn(quiet);
    await quiet.call('listAuditLogs', { as: machine.admin });
    expect(await entriesWhere(quiet, { eventType: 'view-audit-logs' })).to.deep.equal([]);
    expect(await entriesWhere(quiet, { eventType: 'login-identity-universal-auth' })).to.have.length(1);
  });
});
