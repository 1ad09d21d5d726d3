import { expect } from 'chai';
import { userAgentTypes } from '../../../src/audit/user-agent.ts';
import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import { createStores } from '../../../src/stores.ts';
import { contract } from '../../support/expect/contract.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import type { TestUser } from '../../support/world/members.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { newLoggedIn } from '../../support/fixtures/universal-auth.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

type Entry = { id: string } & Record<string, any>;

const now = '2030-01-01T00:00:00.000Z';

/** An entry as if it had happened. */
const put = async (
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
  await parts.database.transaction(({ db }) => createStores(db).auditLogs.insert(row));
  return row;
};

onEachDatabase('listAuditLogs', (world, kind) => {
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

  it('answers with each field of an entry', async () => {
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
      actor: { type: 'user', metadata: { userId: admin.id, email: admin.email, username: admin.email } },
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

  it('answers with the newest first, then by id, in pages', async () => {
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

  it('answers with twenty unless told otherwise', async () => {
    const { organization, admin } = await newAdmin();
    for (let number = 0; number < 21; number += 1) await put(world(), organization.id);
    expect(await list(admin)).to.have.length(20);
    expect(await list(admin, { limit: '1000', eventType: 'create-identity' })).to.have.length(21);
  });

  it('shows nothing of other organizations, nor what is past its time', async () => {
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

  it('takes the time since yesterday at midnight, or what it is told, without its end', async () => {
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

  it('refuses what cannot be meant', async () => {
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

  it('knows the kinds of clients that the contract lists', () => {
    expect(contract.components.parameters.AuditUserAgentType.schema.enum).to.deep.equal(userAgentTypes);
  });

  it('is for whoever may read it, people and machines', async () => {
    const { organization } = await newAdmin();
    const reader = await newUserWith(world(), organization, [{ subject: 'audit-logs', action: ['read'] }]);
    const other = await newUserWith(world(), organization, [{ subject: 'settings', action: ['read', 'edit'] }]);
    for (const as of [reader, await world().newIdentity(organization, 'member')]) await list(as);
    for (const as of [other, await world().newIdentity(organization, 'no-access')]) {
      expectError(await world().call('listAuditLogs', { as }), 403, 'PermissionDenied', /read audit logs/);
    }
  });

  describe('with projects', () => {
    const inProject = (as: TestUser, projectId: string, query = {}) => list(as, { ...query, projectId });

    it('leaves out those whose log the caller may not read, at any page', async () => {
      const { organization, admin } = await newAdmin();
      const [own, unreadable, foreign] = [
        await newProject(world(), organization),
        await newProject(world(), organization),
        await newProject(world(), organization),
      ];
      await addToProject(world(), own, admin, 'viewer');
      await addToProject(world(), unreadable, admin, 'no-access');
      const readable = await put(world(), organization.id, { projectId: own.id, projectName: own.name });
      for (const { id } of [unreadable, foreign])
        await put(world(), organization.id, { projectId: id, projectName: 'Hidden' });
      const plain = await put(world(), organization.id);
      const query = { eventType: 'create-identity', limit: '1' };
      const pages = [
        await list(admin, query),
        await list(admin, { ...query, offset: '1' }),
        await list(admin, { ...query, offset: '2' }),
      ];
      expect(pages.map((page) => page.length)).to.deep.equal([1, 1, 0]);
      expect(idsOf(pages.flat())).to.have.members(idsOf([readable, plain]));
    });

    it('shows those of deleted projects only to who may reach all projects', async () => {
      const { organization, admin } = await newAdmin();
      const gone = await put(world(), organization.id, { projectId: 'gone', projectName: 'Gone' });
      expect(idsOf(await list(admin))).to.deep.equal([gone.id]);
      expect(await list(await world().newUser(organization, 'member'))).to.deep.equal([]);
      expectError(await world().call('listAuditLogs', { as: admin, query: { projectId: 'gone' } }), 404, 'NotFound');
    });

    it('answers with those of one project to who may read them there, and needs nothing in the organization', async () => {
      const { organization, project } = await newProjectWithAdmin(world());
      const reader = await world().newUser(organization, 'no-access');
      await addToProject(world(), project, reader, [{ subject: 'audit-logs', action: ['read'] }]);
      const entry = await put(world(), organization.id, { projectId: project.id, projectName: project.name });
      await put(world(), organization.id);
      const [found, ...others] = await inProject(reader, project.id);
      expect(others).to.deep.equal([]);
      expect(found).to.include({ id: entry.id, projectId: project.id, projectName: 'Test project' });
      expectError(await world().call('listAuditLogs', { as: reader }), 403, 'PermissionDenied');
    });

    it('refuses who may not read them there', async () => {
      const { organization, project } = await newProjectWithAdmin(world());
      const member = await world().newUser(organization, 'admin');
      const query = { projectId: project.id };
      expectError(await world().call('listAuditLogs', { as: member, query }), 403, 'ProjectMembershipNotFound');
      await addToProject(world(), project, member, [{ subject: 'environments', action: ['read'] }]);
      expectError(await world().call('listAuditLogs', { as: member, query }), 403, 'PermissionDenied', /audit logs/);
      expectError(await world().call('listAuditLogs', { as: (await newAdmin()).admin, query }), 404, 'NotFound');
    });
  });

  describe('what belongs to no organization', () => {
    it('is seen by those that the user has joined', async () => {
      const { organization, admin } = await newAdmin();
      const { organization: second, admin: other } = await newAdmin();
      const { admin: stranger } = await newAdmin();
      const user = await world().newUser(organization, 'member');
      await world().join(second, user, 'member');
      await world().call('login', { body: { email: user.email, password: user.password } });
      for (const as of [admin, other]) {
        const [entry, ...others] = await list(as, { eventType: 'user-login' });
        expect(others).to.deep.equal([]);
        expect(entry).to.deep.include({
          orgId: null,
          actor: {
            type: 'user',
            metadata: { userId: user.id, email: user.email, username: user.email, authMethod: 'email' },
          },
        });
      }
      expect(await list(stranger, { eventType: 'user-login' })).to.deep.equal([]);
    });

    it('is not seen by one that has only invited the user', async () => {
      const { organization } = await newAdmin();
      const { admin } = await newAdmin();
      const user = await world().newUser(organization, 'member');
      await world().call('inviteUsers', {
        as: admin,
        body: { inviteeEmails: [user.email], organizationRoleSlug: 'member' },
      });
      await world().call('login', { body: { email: user.email, password: user.password } });
      expect(await list(admin, { eventType: 'user-login' })).to.deep.equal([]);
    });
  });

  it('is recorded itself, once for each first page', async () => {
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

  it('is not recorded if the server is told not to', async () => {
    const quiet = await ownWorld({ ...(await newStorage(kind)), AUDIT_READS: 'off' });
    const machine = await newLoggedIn(quiet);
    await quiet.call('listAuditLogs', { as: machine.admin });
    expect(await entriesWhere(quiet, { eventType: 'view-audit-logs' })).to.deep.equal([]);
    expect(await entriesWhere(quiet, { eventType: 'login-identity-universal-auth' })).to.have.length(1);
  });
});
