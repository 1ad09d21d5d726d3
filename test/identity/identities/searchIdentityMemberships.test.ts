import { expect } from 'chai';
import { expectIssues } from '../../support/expect/expect.ts';
import { newMemberships } from '../../support/fixtures/identity-memberships.ts';
import { newOperator } from '../../support/fixtures/identities.ts';
import { addToProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const both = ['organization', 'project'];

onEachDatabase('searchIdentityMemberships', (world) => {
  const setting = async () => {
    const made = await newMemberships(world());
    const search = (body: unknown = {}, as: { token: string } = made.owner) =>
      world().call('searchIdentityMemberships', { as, body });
    /** Memberships as `name` or `name@project`. */
    const found = async (body?: unknown, as?: { token: string }): Promise<string> => {
      const { status, body: answer } = await search(body, as);
      expect(status, JSON.stringify(answer)).to.equal(200);
      return answer.identities
        .map(({ identity, project }: any) => (project ? `${identity.name}@${project.name}` : identity.name))
        .join(' ');
    };
    return { ...made, search, found };
  };

  it('returns memberships of the organization and of projects', async () => {
    const { organization, project, ids, search } = await setting();
    const { body } = await search({ scope: both, search: { name: 'beta' } });
    expect(body.totalCount).to.equal(2);
    const [own, inProject] = [...body.identities].sort((one: any) => (one.scope === 'organization' ? -1 : 1));
    const at = '2030-01-01T00:00:00.000Z';
    const permanentPeriod = {
      isTemporary: false,
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
    };
    const common = {
      identityId: ids.beta,
      orgId: organization.id,
      createdAt: at,
      updatedAt: at,
      lastLoginAuthMethod: null,
      lastLoginTime: null,
    };
    const identity = {
      id: ids.beta,
      name: 'beta',
      hasDeleteProtection: false,
      orgId: organization.id,
      authMethods: [],
      activeLockoutAuthMethods: [],
    };
    const [role] = own.roles;
    expect(own).to.deep.equal({
      ...common,
      id: own.id,
      scope: 'organization',
      projectId: null,
      project: null,
      identity,
      roles: [{ ...role, role: 'custom', customRoleSlug: 'auditor', ...permanentPeriod }],
    });
    expect(role).to.include.keys('customRoleId', 'customRoleName', 'customRoleDescription');
    expect(inProject).to.deep.include({ ...common, scope: 'project', projectId: project.id, identity });
    expect(inProject.project).to.deep.equal({
      id: project.id,
      name: project.name,
      slug: project.slug,
      type: 'secret-manager',
    });
    expect(inProject.roles[0]).to.include({ role: 'custom', customRoleDescription: null, isTemporary: false });
  });

  it('filters by scope, name, role and alternatives', async () => {
    const { found } = await setting();
    expect(await found()).to.equal('alpha beta gamma');
    expect(await found({ scope: ['project', 'project'] })).to.match(/^alpha@.* alpha@.* beta@Test project$/);
    expect((await found({ scope: both })).split(' ')).to.have.length.above(6);
    expect(await found({ search: { name: { $contains: 'ET' } } })).to.equal('beta');
    expect(await found({ search: { role: 'auditor' } })).to.equal('beta');
    expect(await found({ scope: ['project'], search: { role: 'viewer' } })).to.equal('alpha@Test project');
    expect(await found({ scope: ['project'], search: { role: { $in: ['admin', 'x'] }, name: 'alpha' } })).to.equal(
      'alpha@Other project',
    );
    expect(await found({ search: { $or: [{ name: 'alpha' }, { role: 'member' }] } })).to.equal('alpha gamma');
    expect(await found({ search: { name: 'alpha', $or: [{ name: 'beta' }, { role: 'member' }] } })).to.equal('');
    expect(await found({ search: { $or: [{ name: 'alpha' }, {}] } })).to.equal('alpha beta gamma');
  });

  it('sorts across both scopes, and supports pagination', async () => {
    const { ids, found, search } = await setting();
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('organization_memberships')
        .where({ identityId: ids.gamma })
        .update({ lastLoginTime: '2029-01-01T00:00:00.000Z' }),
    );
    expect(await found({ orderDirection: 'desc' })).to.equal('gamma beta alpha');
    expect(await found({ orderBy: 'role' })).to.equal('beta gamma alpha');
    expect(await found({ orderBy: 'lastLogin' })).to.equal('alpha beta gamma');
    expect(await found({ orderBy: 'lastLogin', orderDirection: 'desc' })).to.equal('gamma alpha beta');
    expect(await found({ limit: 1, offset: 1 })).to.equal('beta');
    expect((await search({ scope: both, limit: 1, offset: 9 })).body).to.deep.equal({ identities: [], totalCount: 6 });
  });

  it('returns what the caller may read, and refuses no member', async () => {
    const { organization, project, other, projectAdmin, ids, found, search } = await setting();
    expect(await found({ scope: ['project'] }, projectAdmin)).to.equal('alpha@Test project beta@Test project');
    const outsider = await world().newIdentity(organization, 'no-access');
    expect((await search({ scope: both }, outsider)).body).to.deep.equal({ identities: [], totalCount: 0 });
    const reader = await newOperator(world(), organization, 'read');
    expect(
      await found({ scope: both, search: { name: { $in: ['alpha', 'beta', 'gamma'] } } }, reader),
      'only those of the organization',
    ).to.equal('alpha beta gamma');

    const limited = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'identity', action: 'read', conditions: { identityId: ids.beta } },
    ]);
    expect(await found({ scope: both }, limited)).to.equal('beta@Test project');
    await addToProject(world(), other, limited, [
      { subject: 'identity', action: 'read' },
      { subject: 'identity', action: 'read', conditions: { identityId: limited.id }, inverted: true },
    ]);
    expect(await found({ scope: both }, limited)).to.equal('alpha@Other project beta@Test project');
    const foreign = await newProjectWithAdmin(world());
    expect((await search({ scope: both }, foreign.admin)).body.totalCount, 'only existing memberships').to.equal(0);
  });

  it('limits the request', async () => {
    const { search } = await setting();
    expectIssues(
      await search({ scope: [], limit: 0, offset: -1, orderBy: 'age' }),
      'body scope too_small',
      'body limit too_small',
      'body offset too_small',
      'body orderBy enum',
    );
    expectIssues(await search({ scope: ['instance'] }), 'body scope.0 enum');
    expectIssues(await search({ search: { $or: Array<object>(6).fill({ name: 'x' }) } }), 'body search.$or too_big');
  });
});
