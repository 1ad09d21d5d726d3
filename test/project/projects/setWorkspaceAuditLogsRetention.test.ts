import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('setWorkspaceAuditLogsRetention', (world) => {
  const set = (as: { token: string }, projectSlug: string, auditLogsRetentionDays: unknown) =>
    world().call('setWorkspaceAuditLogsRetention', { as, params: { projectSlug }, body: { auditLogsRetentionDays } });

  it('sets the days like setAuditLogsRetention', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    const { status, body } = await set(admin, project.slug, 30);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      message: 'The retention of the audit log was changed.',
      workspace: { ...shownProject(project), auditLogsRetentionDays: 30 },
    });
    expect((await eventsOf(world(), project.id)).map(({ eventType }) => eventType)).to.deep.equal([
      'update-project-audit-logs-retention',
    ]);
  });

  it('is allowed only for administrators of the project', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    expectError(
      await set(await newProjectIdentity(world(), { organization, project }, 'member'), project.slug, 1),
      403,
      'PermissionDenied',
    );
    expectError(
      await set(
        await newProjectIdentity(world(), { organization, project }, [{ subject: 'workspace', action: 'edit' }]),
        project.slug,
        1,
      ),
      403,
      'ForbiddenError',
      /administrators/,
    );
    expectError(
      await set(await world().newUser(organization, 'admin'), project.slug, 1),
      403,
      'ProjectMembershipNotFound',
    );
    const foreign = await newProject(world(), await world().newOrganization());
    expectError(await set(admin, foreign.slug, 1), 404, 'NotFound');
    expect(
      (await world().server.parts.stores.projects.findById(organization.id, project.id))!.auditLogsRetentionDays,
    ).to.equal(null);
  });

  it('requires a number of days within its limits', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    expectIssues(await set(admin, project.slug, -1), 'body auditLogsRetentionDays too_small');
    expectIssues(await set(admin, project.slug, 36_501), 'body auditLogsRetentionDays too_big');
    expectIssues(await set(admin, 'No Slug', 1), 'path projectSlug pattern');
    for (const days of [0, 36_500])
      expect((await set(admin, project.slug, days)).body.workspace.auditLogsRetentionDays).to.equal(days);
  });
});
