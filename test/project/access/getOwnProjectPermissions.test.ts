import { expect } from 'chai';
import { projectSubjects } from '../../../src/access/project-subjects.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { membershipOf } from '../../support/fixtures/people.ts';
import { newProjectSetting } from '../../support/fixtures/project-users.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

const hour = {
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
  temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
};

onEachDatabase('getOwnProjectPermissions', (world) => {
  it('returns the packed rules of roles, groups and privileges, and their sources', async () => {
    const { organization, project, privileged, call } = await newProjectSetting(world());
    const role = [
      { subject: 'tags', action: ['read', 'edit'] },
      { subject: 'secrets', action: 'readValue', conditions: { environment: 'prod' }, inverted: true },
    ];
    const user = await privileged(role, [
      {
        subject: 'secrets',
        action: ['describeSecret'],
        conditions: { environment: 'dev', secretPath: { $glob: '/a/**' } },
      },
    ]);
    const group = await newGroup(world(), organization);
    const { id: groupMembershipId } = await addToProject(world(), project, { groupId: group.id }, [
      { subject: 'role', action: 'read', inverted: true },
    ]);
    await addToGroup(world(), group, user);
    const { status, body } = await call('getOwnProjectPermissions', { as: user });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['data']);
    expect(body.data.permissions).to.have.deep.members([
      ['read,edit', 'tags'],
      ['readValue', 'secrets', { environment: 'prod' }, 1],
      ['describeSecret', 'secrets', { environment: 'dev', secretPath: { $glob: '/a/**' } }],
      ['read', 'role', 0, 1],
    ]);
    expect(body.data.memberships).to.have.deep.members([
      { id: user.membershipId, actorUserId: user.id, actorGroupId: null, roles: [{ role: 'custom' }] },
      { id: groupMembershipId, actorUserId: null, actorGroupId: group.id, roles: [{ role: 'custom' }] },
    ]);
  });

  it('lists all permissions of an administrator, and is allowed for members without permissions', async () => {
    const { admin, project, member, call } = await newProjectSetting(world());
    const { body } = await call('getOwnProjectPermissions', {});
    expect(body.data.permissions).to.deep.include([projectSubjects.get('tags')!.actions.join(','), 'tags']);
    expect(JSON.stringify(body.data.permissions)).not.to.contain('*');
    const { id } = (await world().server.parts.stores.projectUsers.findOfUser(project.id, admin.id))!;
    expect(body.data.memberships).to.deep.equal([
      { id, actorUserId: admin.id, actorGroupId: null, roles: [{ role: 'admin' }] },
    ]);
    const nobody = await call('getOwnProjectPermissions', { as: await member('no-access') });
    expect(nobody.body.data.permissions).to.deep.equal([]);
  });

  it('omits expired rules and roles', async () => {
    const { member, call } = await newProjectSetting(world());
    const user = await member([{ subject: 'tags', action: 'read' }], hour);
    const asked = () => call('getOwnProjectPermissions', { as: user });
    expect((await world().clock.later(3599, asked)).body.data).to.deep.include({ permissions: [['read', 'tags']] });
    const { permissions, memberships } = (await world().clock.later(3600, asked)).body.data;
    expect({ permissions, roles: memberships[0].roles }).to.deep.equal({ permissions: [], roles: [] });
  });

  it('lists what the caller has for a time, for a week after its end, and then whom to ask', async () => {
    const { admin, member, call } = await newProjectSetting(world());
    const user = await member('viewer', hour);
    const seen = async (seconds: number) => {
      const { body } = await world().clock.later(seconds, () => call('getOwnProjectPermissions', { as: user }));
      const { temporary, administrators } = body.data as { temporary: object[]; administrators: string[] };
      return { temporary, administrators };
    };
    const before = await seen(3599);
    expect(before.administrators).to.deep.equal([]);
    expect(before.temporary).to.have.length(1);
    expect(before.temporary[0]).to.include({
      type: 'role',
      slug: 'viewer',
      startsAt: hour.temporaryAccessStartTime,
      endsAt: hour.temporaryAccessEndTime,
    });
    expect(await seen(3600)).to.deep.equal({ ...before, administrators: [admin.email] });
    expect(await seen(3600 + 7 * 86_400)).to.deep.equal({ temporary: [], administrators: [] });
    const { body } = await call('getOwnProjectPermissions', {});
    expect(body.data).to.deep.include({ temporary: [], administrators: [] });
  });

  it('expands templates that have a value for the caller', async () => {
    const { member, call } = await newProjectSetting(world());
    const conditions = {
      secretPath: { $glob: '/{{identity.username}}/**' },
      secretName: { $in: ['{{identity.id}}', 'plain'] },
      environment: '{{identity.metadata.none}}',
    };
    const user = await member([{ subject: 'secrets', action: 'readValue', conditions }]);
    const filled = {
      secretPath: { $glob: `/${user.email}/**` },
      secretName: { $in: [user.id, 'plain'] },
      environment: '{{identity.metadata.none}}',
    };
    expect((await call('getOwnProjectPermissions', { as: user })).body.data.permissions).to.deep.equal([
      ['readValue', 'secrets', filled],
    ]);
  });

  it('also lists the rules as objects, with their sources and periods, those that begin later too', async () => {
    const { organization, project, member, call } = await newProjectSetting(world());
    const user = await member([{ subject: 'tags', action: ['read', 'edit'] }], hour);
    const group = await newGroup(world(), organization);
    const later = {
      ...hour,
      temporaryAccessStartTime: '2030-01-01T02:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T03:00:00.000Z',
    };
    const denied = [
      { subject: 'secrets', action: 'readValue', conditions: { environment: 'prod' }, inverted: true },
    ] as const;
    await addToProject(world(), project, { groupId: group.id }, denied, later);
    await addToGroup(world(), group, user);
    const show = async () => {
      const { data } = (await call('getOwnProjectPermissions', { as: user })).body;
      return data.rules.map(({ from, ...rule }: any) => ({
        ...rule,
        group: from.group?.id ?? null,
        from: from.startsAt,
      }));
    };
    const own = { subject: 'tags', action: ['read', 'edit'], inverted: false, conditions: null, unresolved: [] };
    const ofGroup = {
      subject: 'secrets',
      action: ['readValue'],
      inverted: true,
      conditions: { environment: 'prod' },
      unresolved: [],
      group: group.id,
      from: later.temporaryAccessStartTime,
    };
    expect(await show()).to.have.deep.members([{ ...own, group: null, from: hour.temporaryAccessStartTime }, ofGroup]);
    expect(await world().clock.later(3600, show)).to.deep.equal([ofGroup]);
    expect(await world().clock.later(3 * 3600, show)).to.deep.equal([]);
    const { at } = (await call('getOwnProjectPermissions', { as: user })).body.data;
    expect(at).to.equal('2030-01-01T00:00:00.000Z');
  });

  it('replaces templates in these rules exactly, and names the fields without a value', async () => {
    const { organization, member, call } = await newProjectSetting(world());
    const conditions = {
      secretPath: { $glob: '/{{identity.metadata.team}}/**' },
      secretName: '{{identity.metadata.team}}',
      environment: '{{identity.metadata.none}}',
    };
    const user = await member([{ subject: 'secrets', action: 'readValue', conditions }]);
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, user) };
    const as = await world().newUser(organization, 'admin');
    const body = { metadata: [{ key: 'team', value: 'a*{b}' }] };
    expect((await world().call('updateOrganizationUser', { as, params, body })).status).to.equal(200);
    const { rules } = (await call('getOwnProjectPermissions', { as: user })).body.data;
    expect(rules).to.have.length(1);
    expect(rules[0]).to.deep.include({
      conditions: {
        secretPath: { $glob: '/a\0*\0{b\0}/**' },
        secretName: 'a*{b}',
        environment: '{{identity.metadata.none}}',
      },
      unresolved: ['environment'],
    });
  });

  it('refuses non-members and machine identities', async () => {
    const { organization, call } = await newProjectSetting(world());
    expectError(
      await call('getOwnProjectPermissions', { as: await world().newUser(organization, 'admin') }),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(
      await call('getOwnProjectPermissions', { as: await world().newUser(await world().newOrganization(), 'admin') }),
      404,
      'NotFound',
    );
    expectError(
      await call('getOwnProjectPermissions', { as: await world().newIdentity(organization, 'admin') }),
      403,
      'ForbiddenError',
      /machine identity/i,
    );
  });
});

describe('getOwnProjectPermissions with a small ANSWER_LIMIT', () => {
  it('returns 400 if expanded templates exceed the limit of a response', async () => {
    const own = await ownWorld({ ...(await newStorage('sqlite')), ANSWER_LIMIT: '65536' });
    const { member, call } = await newProjectSetting(own);
    const conditions = { secretName: { $in: Array<string>(10).fill('{{identity.username}}'.repeat(40)) } };
    const user = await member(Array<object>(40).fill({ subject: 'secrets', action: 'readValue', conditions }) as never);
    expectError(await call('getOwnProjectPermissions', { as: user }), 400, 'AnswerTooLarge');
  });
});
