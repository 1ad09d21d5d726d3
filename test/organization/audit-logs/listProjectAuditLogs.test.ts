import type { ProjectRow } from '../../../src/access/project.ts';
import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { newEntry } from '../../../src/audit/audit.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const put = async ({ server: { parts } }: World, project: ProjectRow, type: string): Promise<string> => {
  const request = { requestId: 'req-00000000000000', operation: 'createIdentity', ip: '203.0.113.7', userAgent: 'cli' };
  const means = { clock: parts.clock, ids: parts.ids, retentionDays: 90, request, actor: undefined };
  const row = newEntry(means, {
    type,
    project,
    organizationId: project.organizationId,
    actor: { type: 'user', id: 'somebody', username: 'somebody', email: null },
  });
  await parts.database.transaction(ofInstance, ({ db }) => createStores(db).auditLogs.insert(row));
  return row.id;
};

onEachDatabase('listProjectAuditLogs', (world) => {
  const list = (as: { token: string }, workspaceId: string, query: Record<string, string> = {}) =>
    world().call('listProjectAuditLogs', { as, params: { workspaceId }, query });

  it('lists only the entries of the project', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    const id = await put(world(), project, 'create-identity');
    await put(world(), (await newProjectWithAdmin(world())).project, 'create-identity');
    await world().call('createIdentity', {
      as: await world().newUser(organization, 'admin'),
      body: { name: 'Elsewhere' },
    });
    const { status, body } = await list(admin, project.id);
    expect(status).to.equal(200);
    expect(body.auditLogs).to.deep.equal([
      {
        id,
        event: { type: 'create-identity', metadata: {} },
        actor: { type: 'user', metadata: { userId: 'somebody', email: null, username: 'somebody' } },
        ipAddress: '203.0.113.7',
        userAgent: 'cli',
        userAgentType: 'cli',
        orgId: organization.id,
        projectId: project.id,
        projectName: 'Test project',
        operation: 'createIdentity',
        requestId: 'req-00000000000000',
        repeats: 0,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        expiresAt: '2030-04-01T00:00:00.000Z',
      },
    ]);
  });

  it('uses the retention of the project', async () => {
    const { project, admin } = await newProjectWithAdmin(world(), { auditLogsRetentionDays: 1 });
    await put(world(), project, 'create-identity');
    expect((await list(admin, project.id)).body.auditLogs[0].expiresAt).to.equal('2030-01-02T00:00:00.000Z');
    await world().clock.later(86_400, async () =>
      expect((await list(admin, project.id, { eventType: 'create-identity' })).body.auditLogs).to.deep.equal([]),
    );
  });

  it('supports filters', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    await put(world(), project, 'create-identity');
    await put(world(), project, 'delete-identity');
    const cases: [Record<string, string>, number][] = [
      [{ eventType: 'create-identity' }, 1],
      [{ eventType: 'create-identity', actor: 'somebody', userAgentType: 'cli' }, 1],
      [{ eventType: 'create-identity', actor: 'nobody' }, 0],
      [{ eventType: 'create-identity', userAgentType: 'web' }, 0],
      [{ eventType: 'create-identity', endDate: '2030-01-01T00:00:00Z' }, 0],
      [{ actor: 'somebody', limit: '1' }, 1],
      [{ actor: 'somebody', offset: '1' }, 1],
    ];
    for (const [query, count] of cases)
      expect((await list(admin, project.id, query)).body.auditLogs, JSON.stringify(query)).to.have.length(count);
  });

  it('refuses invalid queries', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    const cases: [Record<string, string>, ...string[]][] = [
      [{ eventType: 'nonsense' }, 'query eventType enum'],
      [{ eventType: 'create-identity,delete-identity' }, 'query eventType pattern'],
      [{ eventType: 'x'.repeat(129) }, 'query eventType too_big'],
      [{ startDate: '2029-01-01T00:00:00Z' }, 'query endDate too_big'],
      [{ offset: '-1', limit: '1001' }, 'query offset too_small', 'query limit too_big'],
      [{ limit: '0' }, 'query limit too_small'],
    ];
    for (const [query, ...issues] of cases) expectIssues(await list(admin, project.id, query), ...issues);
  });

  it('is allowed for members who may read it, and is recorded in the project', async () => {
    const { organization, project } = await newProjectWithAdmin(world());
    const machine = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'audit-logs', action: ['read'] },
    ]);
    const [entry] = await entriesOf(world(), await list(machine, project.id));
    expect(entry).to.include({
      eventType: 'view-audit-logs',
      projectId: project.id,
      projectName: 'Test project',
      actorType: 'identity',
      actorId: machine.id,
    });

    const outsider = await world().newUser(organization, 'admin');
    expectError(await list(outsider, project.id), 403, 'ProjectMembershipNotFound');
    await addToProject(world(), project, outsider, 'no-access');
    expectError(await list(outsider, project.id), 403, 'PermissionDenied', /read audit logs/);
    for (const id of ['no-such-project', (await newProjectWithAdmin(world())).project.id])
      expectError(await list(outsider, id), 404, 'NotFound');
  });
});
