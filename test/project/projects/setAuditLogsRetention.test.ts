import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { projectEntriesOf, eventsOf } from '../../support/expect/project-events.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('setAuditLogsRetention', (world) => {
  const setting = async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    const set = (auditLogsRetentionDays: unknown, as: { token: string } = admin) =>
      world().call('setAuditLogsRetention', {
        as,
        params: { projectId: project.id },
        body: { auditLogsRetentionDays },
      });
    const current = async (): Promise<number | null | undefined> =>
      (await world().server.parts.stores.projects.findById(organization.id, project.id))?.auditLogsRetentionDays;
    return { organization, project, admin, set, current };
  };

  it('sets the days', async () => {
    const { project, set } = await setting();
    await world().clock.later(60, async () => {
      const { status, body } = await set(30);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        message: 'The retention of the audit log was changed.',
        project: { ...shownProject(project), auditLogsRetentionDays: 30, updatedAt: '2030-01-01T00:01:00.000Z' },
      });
    });
  });

  it('applies to later entries, while its own entry is kept for the longer of both periods', async () => {
    const { project, admin, set } = await setting();
    const expiries = async (): Promise<string[]> =>
      (await projectEntriesOf(world(), project.id)).map(({ expiresAt }) => expiresAt);
    await set(1);
    expect(await expiries()).to.deep.equal(['2030-04-01T00:00:00.000Z']);
    const eventMetadata = { id: project.id, name: project.name, auditLogsRetentionDays: 1 };
    expect(await eventsOf(world(), project.id)).to.deep.equal([
      { actorId: admin.id, eventType: 'update-project-audit-logs-retention', eventMetadata },
    ]);
    await set(1);
    expect(await expiries(), 'nothing changed').to.have.length(1);
    const params = { projectId: project.id };
    await world().call('updateProject', { as: admin, params, body: { description: 'Of a day' } });
    expect(await expiries(), 'the period applies').to.include('2030-01-02T00:00:00.000Z');
    await set(0);
    expect(await expiries(), '0 leaves it to the server').to.have.members([
      '2030-04-01T00:00:00.000Z',
      '2030-01-02T00:00:00.000Z',
      '2030-04-01T00:00:00.000Z',
    ]);
  });

  it('cannot be shorter than the organization demands, and entries are kept that long', async () => {
    const { organization, project, admin, set, current } = await setting();
    expect((await set(2)).status).to.equal(200);
    const owner = await world().newUser(organization, 'admin');
    const demand = (leastAuditLogsRetentionDays: number | null) =>
      world().call('updateOrganization', {
        as: owner,
        params: { organizationId: organization.id },
        body: { leastAuditLogsRetentionDays },
      });
    const expiryOfChange = async (description: string): Promise<string> => {
      const params = { projectId: project.id };
      const { body } = await world().call('updateProject', { as: admin, params, body: { description } });
      expect(body.project.description).to.equal(description);
      const entries = await projectEntriesOf(world(), project.id);
      return entries.filter(({ eventType }) => eventType === 'update-project').at(-1)!.expiresAt;
    };
    expect(await expiryOfChange('one')).to.equal('2030-01-03T00:00:00.000Z');
    expect((await demand(30)).body.organization.leastAuditLogsRetentionDays).to.equal(30);
    await world().clock.later(1, async () => {
      expect(await expiryOfChange('two'), 'although the project says two days').to.equal('2030-01-31T00:00:01.000Z');
    });
    expectError(await set(29), 400, 'BadRequest', /at least 30 days/);
    expect(await current()).to.equal(2);
    for (const days of [30, 0, 400]) expect((await set(days)).status).to.equal(200);
    const created = await world().call('createProject', { as: owner, body: { projectName: 'Later' } });
    expect(created.body.project.leastAuditLogsRetentionDays).to.equal(30);
    expect((await demand(null)).body.organization.leastAuditLogsRetentionDays).to.equal(null);
    expect((await set(1)).status).to.equal(200);
  });

  it('is allowed only for administrators of the project', async () => {
    const { organization, project, set, current } = await setting();
    const identity = (role: any) => newProjectIdentity(world(), { organization, project }, role);
    for (const role of ['member', 'viewer', 'no-access'])
      expectError(await set(1, await identity(role)), 403, 'PermissionDenied', /edit the project/);
    expectError(
      await set(1, await identity([{ subject: 'workspace', action: ['edit', 'delete'] }])),
      403,
      'ForbiddenError',
      /administrators of the project/,
    );
    expectError(await set(1, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    expect(await current()).to.equal(null);
    const user = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, await newGroupOf(world(), organization, user), 'admin');
    expect((await set(2, user)).status, 'through a group').to.equal(200);
  });

  it("is refused after the caller's role as administrator has ended", async () => {
    const { organization, project, set } = await setting();
    const period = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1m',
      temporaryAccessStartTime: '2030-01-01T00:01:00.000Z',
      temporaryAccessEndTime: '2030-01-01T00:02:00.000Z',
    };
    const as = await newProjectIdentity(world(), { organization, project }, [{ subject: 'workspace', action: 'edit' }]);
    await addToProject(world(), project, await newGroupOf(world(), organization, as), 'admin', period);
    const after = (seconds: number, days: number): Promise<number> =>
      world().clock.later(seconds, async () => (await set(days, as)).status);
    expect([await after(59, 1), await after(60, 2), await after(119, 3), await after(120, 4)]).to.deep.equal([
      403, 200, 200, 403,
    ]);
  });

  it('requires a number of days within its limits', async () => {
    const { set, current } = await setting();
    for (const [days, code] of [
      [-1, 'too_small'],
      [36_501, 'too_big'],
      [1.5, 'type'],
      [null, 'type'],
      ['1', 'type'],
      [undefined, 'required'],
    ] as const) {
      expectIssues(await set(days), `body auditLogsRetentionDays ${code}`);
    }
    expect(await current()).to.equal(null);
    for (const days of [0, 36_500]) expect((await set(days)).body.project.auditLogsRetentionDays).to.equal(days);
  });

  it('finds only projects of the organization', async () => {
    const { admin } = await setting();
    const foreign = await newProject(world(), await world().newOrganization());
    for (const projectId of [foreign.id, 'not-an-id']) {
      expectError(
        await world().call('setAuditLogsRetention', {
          as: admin,
          params: { projectId },
          body: { auditLogsRetentionDays: 1 },
        }),
        404,
        'NotFound',
      );
    }
  });
});
