import { expect } from 'chai';
import type { Period } from '../../../src/access/granted.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

/** A period from one hour of 2030-01-01 to another, which may be negative or beyond the day. */
const during = (from: number, to: number): Period => {
  const at = (hours: number) => new Date(Date.UTC(2030, 0, 1, hours)).toISOString();
  return {
    isTemporary: true,
    temporaryMode: 'relative',
    temporaryRange: `${to - from}h`,
    temporaryAccessStartTime: at(from),
    temporaryAccessEndTime: at(to),
  };
};

onEachDatabase('listTemporaryAccess', (world) => {
  const setting = async () => {
    const where = await newProjectWithAdmin(world());
    const { organization, project, admin } = where;
    const ask = (query: Record<string, string> = {}, as: { token: string } = admin) =>
      world().call('listTemporaryAccess', { as, params: { projectId: project.id }, query });
    const list = async (query: Record<string, string> = {}, as?: { token: string }) => {
      const { status, body } = await ask(query, as);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const names = async (query: Record<string, string> = {}, as?: { token: string }) =>
      (await list(query, as)).grants.map(({ holder, slug }: any) => `${holder.type} ${slug}`);
    const user = await world().newUser(organization, 'no-access');
    const { id: userMembership } = await addToProject(world(), project, user, 'viewer', during(-2, 2));
    const identity = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, identity, 'member', during(24, 48));
    const group = await newGroup(world(), organization, { name: 'Backend' });
    await addToProject(world(), project, { groupId: group.id }, 'viewer', during(-8, -4));
    await world().call('createUserPrivilege', {
      as: admin,
      body: {
        projectMembershipId: userMembership,
        slug: 'deploy-window',
        permissions: [{ subject: 'secrets', action: 'readValue' }],
        type: { ...during(-3, 30), temporaryAccessEndTime: undefined },
      },
    });
    return { ...where, ask, list, names, user, userMembership };
  };

  it('lists roles and privileges that are active or planned, the next end first, and those that ended', async () => {
    const { list, names, user, userMembership } = await setting();
    expect(await names()).to.deep.equal(['user viewer', 'user deploy-window', 'identity member']);
    expect(await names({ state: 'active' })).to.deep.equal(['user viewer', 'user deploy-window']);
    expect(await names({ state: 'planned' })).to.deep.equal(['identity member']);
    expect(await names({ state: 'ended' })).to.deep.equal(['group viewer']);
    expect(await names({ endsWithinHours: '24' })).to.deep.equal(['user viewer']);
    expect(await names({ projectMembershipId: userMembership })).to.deep.equal(['user viewer', 'user deploy-window']);
    expect(await names({ search: 'DEPLOY' })).to.deep.equal(['user deploy-window']);
    expect(await names({ search: 'backend', state: 'ended' })).to.deep.equal(['group viewer']);
    const { at, grants, leftOut, nextCursor } = await list({ endsWithinHours: '24' });
    expect({ at, leftOut, nextCursor }).to.deep.equal({
      at: '2030-01-01T00:00:00.000Z',
      leftOut: [],
      nextCursor: null,
    });
    expect(grants[0]).to.deep.include({
      type: 'role',
      name: null,
      state: 'active',
      startsAt: '2029-12-31T22:00:00.000Z',
      endsAt: '2030-01-01T02:00:00.000Z',
      holder: { type: 'user', id: user.id, name: user.email, projectMembershipId: userMembership },
      extension: { isAllowed: true, until: null, reason: null },
    });
  });

  it('pages without repeating or missing any', async () => {
    const { list } = await setting();
    const slugs: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: any = await list({ limit: '1', ...(cursor && { cursor }) });
      slugs.push(...page.grants.map(({ slug }: { slug: string }) => slug));
      cursor = page.nextCursor;
    }
    expect(slugs).to.deep.equal(['viewer', 'deploy-window', 'member']);
  });

  it('says until when the caller may extend them, and why not', async () => {
    const { organization, project, list } = await setting();
    const lead = await world().newUser(organization, 'no-access');
    // An administrator for four hours cannot grant anything for longer.
    await addToProject(world(), project, lead, 'admin', during(-1, 4));
    const own = (await list({ search: 'viewer' }, lead)).grants.map(({ extension }: any) => extension);
    expect(own).to.deep.equal([{ isAllowed: true, until: '2030-01-01T04:00:00.000Z', reason: null }]);
    const [privilege] = (await list({ search: 'deploy' }, lead)).grants;
    expect(privilege.extension).to.include({ isAllowed: false, until: null });
    expect(privilege.extension.reason).to.match(/do not have all of its permissions for longer/);
    const reader = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, reader, [{ subject: 'member', action: 'read' }]);
    const [seen] = (await list({ search: 'viewer' }, reader)).grants;
    expect(seen.extension.reason).to.match(/not allowed to edit/);
  });

  it('lists only what the caller may read', async () => {
    const { organization, project, names, list, ask, user } = await setting();
    const reader = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, reader, [
      { subject: 'member', action: 'read', conditions: { userEmail: user.email } },
      { subject: 'groups', action: 'read' },
    ]);
    expect(await names({}, reader)).to.deep.equal(['user viewer', 'user deploy-window']);
    expect((await list({}, reader)).leftOut).to.deep.equal(['user', 'identity']);
    const stranger = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, stranger, 'no-access');
    expectError(await ask({}, stranger), 403, 'PermissionDenied');
  });

  it('refuses a foreign cursor, and future ends of what ended', async () => {
    const { ask } = await setting();
    expectIssues(await ask({ cursor: 'other' }), 'query cursor format');
    expectIssues(await ask({ state: 'ended', endsWithinHours: '1' }), 'query endsWithinHours invalid');
  });
});
