import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, permanent } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import { maySubscribe, projectParams, subscriberFixtures, type Setting } from './ends.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

export const ended = /expired or was revoked/;
const lost = /not allowed to receive these events any more/;
const notInProject = /no longer a member of this project/;
const notActive = /not an active member of this organization/;

const withRoles = (...roles: readonly string[]) => ({ roles: roles.map((role) => ({ role })) });

interface PreparedStream {
  readonly as: { token: string };
  readonly end: () => Promise<unknown>;
  /** The seconds until the stream must have ended. */
  readonly later?: number;
}

type EndCase = [title: string, prepare: (setting: Setting) => Promise<PreparedStream>, reason: RegExp];

/** All events after which a stream ends, with the reason that the subscriber receives. */
export const endCases = (world: () => World): EndCase[] => {
  const { newIdentity, newUser, newMachine, newPrivileged, newPrivilegedUser } = subscriberFixtures(world);

  return [
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
      'its user does not use the session for as long as the organization allows',
      async (setting) => {
        const as = await newUser(setting);
        const params = { organizationId: setting.organization.id };
        await setting.act('updateOrganization', { params, body: { sessionIdleMinutes: 30 } });
        // The others of the organization go on.
        const pause = { longestIdleSeconds: 1800 };
        const { database } = world().server.parts;
        const end = () =>
          database.transaction(ofInstance, ({ db }) => db('user_sessions').where({ id: as.sessionId }).update(pause));
        return { as, end };
      },
      /not used for 30 minutes/,
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
      'its identity is removed from the project',
      async (setting) => {
        const as = await newIdentity(setting);
        return {
          as,
          end: () => setting.act('removeProjectIdentity', { params: { ...projectParams(setting), identityId: as.id } }),
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
              params: { ...projectParams(setting), identityId: as.id },
              body: withRoles('no-access'),
            }),
        };
      },
      lost,
    ],
    [
      'its role changes its permissions',
      async (setting) => {
        const as = await world().newIdentity(setting.organization, 'no-access');
        const { roleId } = await addToProject(world(), setting.project, as, [maySubscribe]);
        return {
          as,
          end: () =>
            setting.act('updateProjectRole', {
              params: { ...projectParams(setting), roleId: roleId!, projectRoleId: roleId! },
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
        await addToProject(world(), setting.project, as, [maySubscribe], {
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
      'its former permission is denied',
      async (setting) => {
        const as = await newIdentity(setting);
        const body = {
          ...projectParams(setting),
          identityId: as.id,
          permissions: [{ ...maySubscribe, action: [maySubscribe.action], inverted: true }],
          type: { isTemporary: false },
        };
        return { as, end: () => setting.act('createPrivilege', { body }) };
      },
      lost,
    ],
    [
      'its user leaves the group',
      async (setting) => {
        const as = await world().newIdentity(setting.organization, 'no-access');
        const group = await newGroup(world(), setting.organization);
        await addToGroup(world(), group, as);
        await addToProject(world(), setting.project, { groupId: group.id }, [maySubscribe]);
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
      'its address is no longer trusted',
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
};
