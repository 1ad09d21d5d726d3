import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import type { TestIdentity, TestUser } from '../../support/world/members.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity, permanent } from '../../support/fixtures/projects.ts';
import { listen } from '../../support/clients/streams.ts';
import { logIn } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase, type CallOptions } from '../../support/world/world.ts';

const creation = [{ event: 'secret:create' }];
const mayListen: Rule = { subject: 'secret-event-subscriptions', action: 'subscribe-to-creation-events' };

const ended = /expired or was revoked/;
const lost = /not allowed to receive these events any more/;
const notInProject = /no longer a member of this project/;
const notActive = /not an active member of this organization/;

onEachDatabase('what ends a stream', (world) => {
  interface Setting extends TestSecrets {
    /** Administers the organization and the project. */
    readonly chief: TestUser;
    readonly act: (operation: OperationId, options: CallOptions) => Promise<any>;
  }

  const newSetting = async (): Promise<Setting> => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    const chief = await world().newUser(setting.organization, 'admin');
    await addToProject(world(), setting.project, chief, 'admin');
    return {
      ...setting,
      chief,
      act: async (operation, options) => {
        const { status, body } = await world().call(operation, { as: chief, ...options });
        expect(status, JSON.stringify(body)).to.equal(200);
        return body;
      },
    };
  };

  const newIdentity = (setting: Setting): Promise<TestIdentity> => newProjectIdentity(world(), setting, [mayListen]);

  const newUser = async ({ organization, project }: Setting): Promise<TestUser> => {
    const user = await world().newUser(organization, 'member');
    await addToProject(world(), project, user, [mayListen]);
    return user;
  };

  const project = ({ project: { id } }: Setting) => ({ projectId: id });
  const withRoles = (...roles: readonly string[]) => ({ roles: roles.map((role) => ({ role })) });

  /** An identity that has logged in with universal auth. */
  const newMachine = async (setting: Setting, settings: object = {}) => {
    const identity = await newIdentity(setting);
    const params = { identityId: identity.id };
    const { identityUniversalAuth } = await setting.act('attachUniversalAuth', { params, body: settings });
    const { clientSecret, clientSecretData } = await setting.act('createClientSecret', { params, body: {} });
    const { body } = await logIn(world(), identityUniversalAuth.clientId, clientSecret);
    return { id: identity.id, token: body.accessToken as string, clientSecretId: clientSecretData.id as string };
  };

  const newPrivileged = async (setting: Setting, type: object = { isTemporary: false }) => {
    const identity = await newProjectIdentity(world(), setting, 'no-access');
    const body = {
      ...project(setting),
      identityId: identity.id,
      permissions: [{ ...mayListen, action: [mayListen.action] }],
      type,
    };
    const { privilege } = await setting.act('createPrivilege', { body });
    return { ...identity, privilegeId: privilege.id as string };
  };

  const newPrivilegedUser = async (setting: Setting, type: object = { isTemporary: false }) => {
    const user = await world().newUser(setting.organization, 'no-access');
    const { id: projectMembershipId } = await addToProject(world(), setting.project, user, 'no-access');
    const { privilege } = await setting.act('createUserPrivilege', {
      body: { projectMembershipId, permissions: [{ ...mayListen, action: [mayListen.action] }], type },
    });
    return { ...user, privilegeId: privilege.id as string };
  };

  interface Listener {
    token: string;
  }
  const rows: [
    string,
    (setting: Setting) => Promise<{ as: Listener; end: () => Promise<unknown>; later?: number }>,
    RegExp,
  ][] = [
    [
      'its token is revoked',
      async (setting) => {
        const as = await newIdentity(setting);
        return { as, end: () => setting.act('revokeTokenAuthToken', { params: { tokenId: as.tokenId } }) };
      },
      ended,
    ],
    [
      'it revokes its own token',
      async (setting) => {
        const as = await newIdentity(setting);
        return { as, end: () => setting.act('revokeAccessToken', { body: { accessToken: as.token } }) };
      },
      ended,
    ],
    [
      'its token expires',
      async (setting) => ({
        as: await newMachine(setting, { accessTokenTTL: 60 }),
        end: () => Promise.resolve(),
        later: 60,
      }),
      ended,
    ],
    [
      'its user logs out',
      async (setting) => {
        const as = await newUser(setting);
        return { as, end: () => setting.act('logout', { as }) };
      },
      ended,
    ],
    [
      'its identity is deleted',
      async (setting) => {
        const as = await newIdentity(setting);
        return { as, end: () => setting.act('deleteIdentity', { params: { identityId: as.id } }) };
      },
      ended,
    ],
    [
      'its identity is taken out of the project',
      async (setting) => {
        const as = await newIdentity(setting);
        return {
          as,
          end: () => setting.act('removeProjectIdentity', { params: { ...project(setting), identityId: as.id } }),
        };
      },
      notInProject,
    ],
    [
      'its user is removed from the organization',
      async (setting) => {
        const as = await newUser(setting);
        const { id: membershipId } = (await world().server.parts.stores.memberships.findOfUser(
          setting.organization.id,
          as.id,
        ))!;
        return {
          as,
          end: () =>
            setting.act('removeOrganizationUser', {
              params: { organizationId: setting.organization.id, membershipId },
            }),
        };
      },
      notActive,
    ],
    [
      'its user is no longer active',
      async (setting) => {
        const as = await newUser(setting);
        const { id: membershipId } = (await world().server.parts.stores.memberships.findOfUser(
          setting.organization.id,
          as.id,
        ))!;
        return {
          as,
          end: () =>
            setting.act('updateOrganizationUser', {
              params: { organizationId: setting.organization.id, membershipId },
              body: { isActive: false },
            }),
        };
      },
      notActive,
    ],
    [
      'it gets another role',
      async (setting) => {
        const as = await newIdentity(setting);
        return {
          as,
          end: () =>
            setting.act('updateProjectIdentity', {
              params: { ...project(setting), identityId: as.id },
              body: withRoles('no-access'),
            }),
        };
      },
      lost,
    ],
    [
      'its role says something else',
      async (setting) => {
        const as = await world().newIdentity(setting.organization, 'no-access');
        const { roleId } = await addToProject(world(), setting.project, as, [mayListen]);
        return {
          as,
          end: () =>
            setting.act('updateProjectRole', {
              params: { ...project(setting), roleId: roleId!, projectRoleId: roleId! },
              body: { permissions: [] },
            }),
        };
      },
      lost,
    ],
    [
      'its privilege is deleted',
      async (setting) => {
        const as = await newPrivileged(setting);
        return {
          as,
          end: () => setting.act('deletePrivilege', { params: { id: as.privilegeId, privilegeId: as.privilegeId } }),
        };
      },
      lost,
    ],
    [
      'its privilege expires',
      async (setting) => {
        const type = {
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '1h',
          temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
        };
        return { as: await newPrivileged(setting, type), end: () => Promise.resolve(), later: 3600 };
      },
      lost,
    ],
    [
      'the privilege of its user is deleted',
      async (setting) => {
        const as = await newPrivilegedUser(setting);
        return { as, end: () => setting.act('deleteUserPrivilege', { params: { privilegeId: as.privilegeId } }) };
      },
      lost,
    ],
    [
      'the privilege of its user expires',
      async (setting) => {
        const type = {
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '1h',
          temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
        };
        return { as: await newPrivilegedUser(setting, type), end: () => Promise.resolve(), later: 3600 };
      },
      lost,
    ],
    [
      'its temporary role ends',
      async (setting) => {
        const as = await world().newIdentity(setting.organization, 'no-access');
        const times = {
          temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
          temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
        };
        await addToProject(world(), setting.project, as, [mayListen], {
          ...permanent,
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '1h',
          ...times,
        });
        return { as, end: () => Promise.resolve(), later: 3600 };
      },
      lost,
    ],
    [
      'it is denied what it was allowed',
      async (setting) => {
        const as = await newIdentity(setting);
        const body = {
          ...project(setting),
          identityId: as.id,
          permissions: [{ ...mayListen, action: [mayListen.action], inverted: true }],
          type: { isTemporary: false },
        };
        return { as, end: () => setting.act('createPrivilege', { body }) };
      },
      lost,
    ],
    [
      'its group is left',
      async (setting) => {
        const as = await world().newIdentity(setting.organization, 'no-access');
        const group = await newGroup(world(), setting.organization);
        await addToGroup(world(), group, as);
        await addToProject(world(), setting.project, { groupId: group.id }, [mayListen]);
        return {
          as,
          end: () =>
            setting.act('removeIdentityFromGroup', { params: { id: group.id, groupId: group.id, identityId: as.id } }),
        };
      },
      notInProject,
    ],
    [
      'its client secret is revoked',
      async (setting) => {
        const as = await newMachine(setting);
        return {
          as,
          end: () =>
            setting.act('revokeClientSecret', { params: { identityId: as.id, clientSecretId: as.clientSecretId } }),
        };
      },
      ended,
    ],
    [
      'its auth method is removed',
      async (setting) => {
        const as = await newMachine(setting);
        return { as, end: () => setting.act('revokeUniversalAuth', { params: { identityId: as.id } }) };
      },
      ended,
    ],
    [
      'its address is not trusted any more',
      async (setting) => {
        const as = await newIdentity(setting);
        return {
          as,
          end: () =>
            setting.act('updateTokenAuth', {
              params: { identityId: as.id },
              body: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.1' }] },
            }),
        };
      },
      /may not be used from your address/,
    ],
  ];

  for (const [title, prepare, reason] of rows) {
    it(`that ${title}, before the next event, and of nobody else`, async () => {
      const setting = await newSetting();
      const { as, end, later = 0 } = await prepare(setting);
      const { hub } = world().server.parts.eventStreams;
      const other = await listen(world(), setting.admin, setting.project.id, creation);
      const first = await listen(world(), as, setting.project.id, creation);
      await newSecret(world(), setting, 'BEFORE');
      expect(await first.received()).to.deep.equal(['secret:create dev:/ BEFORE']);
      await end();
      await world().clock.later(later, async () => {
        await newSecret(world(), setting, 'AFTER');
        await world().server.parts.eventStreams.settled();
      });
      expect(await first.reason()).to.match(reason);
      expect(await first.frames()).to.have.length(1);
      expect(await other.received()).to.deep.equal(['secret:create dev:/ BEFORE', 'secret:create dev:/ AFTER']);
      expect(hub.countOf(setting.project.id)).to.equal(1);
      other.close();
    });
  }

  it('by a ping alone', async () => {
    const setting = await newSetting();
    const as = await newIdentity(setting);
    const stream = await listen(world(), as, setting.project.id, creation);
    await setting.act('revokeTokenAuthToken', { params: { tokenId: as.tokenId } });
    await world().server.parts.eventStreams.hub.ping();
    expect(await stream.reason()).to.match(ended);
  });

  it('that the project is deleted', async () => {
    const setting = await newSetting();
    const stream = await listen(world(), setting.admin, setting.project.id);
    await setting.act('deleteProject', { params: project(setting) });
    await world().server.parts.eventStreams.hub.ping();
    expect(await stream.reason()).to.equal('The project was deleted.');
  });

  it('but not that it may know less than before: it is told what it still may', async () => {
    const setting = await newSetting();
    const as = await world().newIdentity(setting.organization, 'no-access');
    const { roleId } = await addToProject(world(), setting.project, as, [mayListen]);
    const stream = await listen(world(), as, setting.project.id, creation);
    await newSecret(world(), setting, 'A');
    const permissions = [{ ...mayListen, action: [mayListen.action], conditions: { secretPath: '/app' } }];
    await setting.act('updateProjectRole', {
      params: { ...project(setting), roleId: roleId!, projectRoleId: roleId! },
      body: { permissions },
    });
    await newSecret(world(), setting, 'B');
    await newSecret(world(), setting, 'C', { secretPath: '/app' });
    expect(await stream.received()).to.deep.equal(['secret:create dev:/ A', 'secret:create dev:/app C']);
    expect(stream.isOver).to.equal(false);
  });
});
