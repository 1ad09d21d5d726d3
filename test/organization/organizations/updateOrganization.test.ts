import { expect } from 'chai';
import { changesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import type { TestRole } from '../../support/world/members.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('updateOrganization', (world) => {
  const setting = async (role: string) => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, role);
    const params = { organizationId: organization.id };
    const update = (body?: unknown) => world().call('updateOrganization', { as, params, body });
    const current = async (): Promise<any> => (await world().call('getOrganization', { as, params })).body.organization;
    return { organization, as, update, current };
  };

  it('updates the given fields and keeps the others', async () => {
    const { organization, update, current } = await setting('admin');
    await world().clock.later(60, async () => {
      const { status, body } = await update({ name: 'Acme Rockets' });
      expect(status).to.equal(200);
      expect(body.organization).to.include({
        name: 'Acme Rockets',
        slug: organization.slug,
        updatedAt: '2030-01-01T00:01:00.000Z',
      });
    });
    const slug = `renamed-${organization.id}`;
    expect((await update({ slug })).body.organization).to.include({ name: 'Acme Rockets', slug });
    expect(await current()).to.include({ name: 'Acme Rockets', slug });
  });

  it('does not count an empty request as a change', async () => {
    const { organization, update } = await setting('admin');
    await world().clock.later(60, async () => {
      for (const body of [{}, undefined]) {
        const response = await update(body);
        expect(response.status).to.equal(200);
        expect(response.body.organization.updatedAt).to.equal(organization.updatedAt);
      }
    });
  });

  it('keeps the entry about another least retention for the longer of both periods', async () => {
    const { organization, update } = await setting('admin');
    for (const leastAuditLogsRetentionDays of [400, 400, null])
      expect((await update({ leastAuditLogsRetentionDays })).body.organization).to.include({
        leastAuditLogsRetentionDays,
      });
    const entries = await changesWhere(world(), { organizationId: organization.id, eventType: 'update-org' });
    const at = (days: number): string => new Date(Date.UTC(2030, 0, 1 + days)).toISOString();
    expect(entries.map(({ expiresAt }) => expiresAt)).to.have.members([at(400), at(90), at(400)]);
  });

  it('lets only administrators change the least retention, and others send it back', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, [{ subject: 'settings', action: ['read', 'edit'] }]);
    const update = async (member: TestRole, leastAuditLogsRetentionDays: number | null) =>
      world().call('updateOrganization', {
        as: await world().newUser(organization, member),
        params: { organizationId: organization.id },
        body: { leastAuditLogsRetentionDays },
      });
    expectError(await update(role, 1), 403, 'ForbiddenError', /Only administrators/);
    expect((await update('admin', 30)).status).to.equal(200);
    expectError(await update(role, null), 403, 'ForbiddenError', /Only administrators/);
    expect((await update(role, 30)).status).to.equal(200);
    expectIssues(await update('admin', 0), 'body leastAuditLogsRetentionDays too_small');
  });

  it('allows a machine identity with the same role', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'admin');
    const { status } = await world().call('updateOrganization', {
      as,
      params: { organizationId: organization.id },
      body: { name: 'By machine' },
    });
    expect(status).to.equal(200);
  });

  for (const role of ['member', 'no-access', 'a-role-that-is-gone']) {
    it(`refuses the role ${role}, and changes nothing`, async () => {
      const { organization, update, current } = await setting(role);
      const response = await update({ name: 'Taken over' });
      expectError(response, 403, 'PermissionDenied', /edit settings/);
      expect((await current()).name).to.equal(organization.name);
    });
  }

  it('refuses a slug that is in use, and changes nothing', async () => {
    const { organization, update, current } = await setting('admin');
    const other = await world().newOrganization();
    expectError(await update({ name: 'Half done', slug: other.slug }), 400, 'BadRequest', /is taken/);
    expect(await current()).to.include({ name: organization.name, slug: organization.slug });
    expect((await update({ slug: organization.slug })).status).to.equal(200);
  });

  it('does not find other organizations', async () => {
    const { as } = await setting('admin');
    const foreign = await world().newOrganization();
    expectError(
      await world().call('updateOrganization', { as, params: { organizationId: foreign.id }, body: { name: 'Mine' } }),
      404,
      'NotFound',
    );
  });

  it('reports all problems of a request', async () => {
    const { update } = await setting('admin');
    expectIssues(
      await update({ name: '', slug: '' }),
      'body name too_small',
      'body name pattern',
      'body slug too_small',
      'body slug pattern',
    );
    expectIssues(
      await update({ name: 'x'.repeat(65), slug: 'x'.repeat(65) }),
      'body name too_big',
      'body slug too_big',
    );
    for (const slug of ['Upper', 'under_score', '-edge', 'edge-', 'two--hyphens', 'dot.ted', 'ümlaut']) {
      expectIssues(await update({ slug }), 'body slug pattern');
    }
    expect((await update({ name: 'x'.repeat(64) })).status).to.equal(200);
  });

  it('refuses a member who was just removed', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    await deactivate(world(), as.id);
    expectError(
      await world().call('updateOrganization', { as, params: { organizationId: organization.id }, body: {} }),
      403,
      'ForbiddenError',
    );
  });
});

const deactivate = (world: World, userId: string): Promise<unknown> =>
  world.server.parts.database.transaction(ofInstance, async ({ db }) =>
    db('organization_memberships').where({ userId }).update({ isActive: false }),
  );
