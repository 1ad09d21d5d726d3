import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import type { TestIdentity, TestUser } from '../../support/world/members.ts';
import { newProjectWithSecrets, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { logIn } from '../../support/fixtures/universal-auth.ts';
import type { CallOptions, World } from '../../support/world/world.ts';

export const maySubscribe: Rule = { subject: 'secret-event-subscriptions', action: 'subscribe-to-creation-events' };

export interface Setting extends TestSecrets {
  /** Administers the organization and the project. */
  readonly administrator: TestUser;
  readonly act: (operation: OperationId, options: CallOptions) => Promise<any>;
}

export const projectParams = ({ project: { id } }: Setting) => ({ projectId: id });

/** The subscribers of the tests of ended streams. */
export const subscriberFixtures = (world: () => World) => {
  const newSetting = async (): Promise<Setting> => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    const administrator = await world().newUser(setting.organization, 'admin');
    await addToProject(world(), setting.project, administrator, 'admin');
    return {
      ...setting,
      administrator,
      act: async (operation, options) => {
        const { status, body } = await world().call(operation, { as: administrator, ...options });
        expect(status, JSON.stringify(body)).to.equal(200);
        return body;
      },
    };
  };

  const newIdentity = (setting: Setting): Promise<TestIdentity> => newProjectIdentity(world(), setting, [maySubscribe]);

  const newUser = async ({ organization, project }: Setting): Promise<TestUser> => {
    const user = await world().newUser(organization, 'member');
    await addToProject(world(), project, user, [maySubscribe]);
    return user;
  };

  /** An identity that logs in with universal auth. */
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
      ...projectParams(setting),
      identityId: identity.id,
      permissions: [{ ...maySubscribe, action: [maySubscribe.action] }],
      type,
    };
    const { privilege } = await setting.act('createPrivilege', { body });
    return { ...identity, privilegeId: privilege.id as string };
  };

  const newPrivilegedUser = async (setting: Setting, type: object = { isTemporary: false }) => {
    const user = await world().newUser(setting.organization, 'no-access');
    const { id: projectMembershipId } = await addToProject(world(), setting.project, user, 'no-access');
    const { privilege } = await setting.act('createUserPrivilege', {
      body: { projectMembershipId, permissions: [{ ...maySubscribe, action: [maySubscribe.action] }], type },
    });
    return { ...user, privilegeId: privilege.id as string };
  };

  return { newSetting, newIdentity, newUser, newMachine, newPrivileged, newPrivilegedUser };
};
