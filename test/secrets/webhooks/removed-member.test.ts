import { expect } from 'chai';
import { changesWhere } from '../../support/expect/audit.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { newColleague } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deliver, newProjectWithWebhooks, type ProjectWithWebhooks } from '../../support/fixtures/webhooks.ts';
import { onEachDatabase, type CallOptions, type World } from '../../support/world/world.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

interface Creator {
  readonly id: string;
  readonly token: string;
}

/** A way to lose access to a project: who creates the webhook, and how that ends. */
interface Case {
  readonly create: (world: World, setting: ProjectWithWebhooks) => Promise<Creator>;
  readonly remove: (world: World, setting: ProjectWithWebhooks, creator: Creator) => Promise<void>;
}

const call = async (world: World, id: OperationId, options: CallOptions): Promise<void> => {
  const { status, body } = await world.call(id, options);
  expect(status, JSON.stringify(body)).to.equal(200);
};

const projectMembershipOf = async ({ server: { parts } }: World, { project }: ProjectWithWebhooks, { id }: Creator) => {
  const membership = (await parts.stores.memberships.findOfUser(project.organizationId, id))!;
  return parts.database.read('project_memberships').where({ membershipId: membership.id }).first<{ id: string }>();
};

const inGroup = async (world: World, { organization, project }: ProjectWithWebhooks) => {
  const user = await world.newUser(organization, 'member');
  const group = await newGroup(world, organization);
  await addToGroup(world, group, user);
  await addToProject(world, project, { groupId: group.id }, 'admin');
  return { ...user, group };
};

const newMachine = (world: World, setting: ProjectWithWebhooks) => newProjectIdentity(world, setting, 'admin');

const cases: Readonly<Record<string, Case>> = {
  'a user who was removed from the project': {
    create: newColleague,
    remove: async (world, setting, creator) =>
      call(world, 'removeProjectUser', {
        as: setting.admin,
        params: {
          projectId: setting.project.id,
          projectMembershipId: (await projectMembershipOf(world, setting, creator)).id,
        },
      }),
  },
  'a user who was deactivated in the organization': {
    create: newColleague,
    remove: async (world, { organization }, { id }) => {
      const { id: membershipId } = (await world.server.parts.stores.memberships.findOfUser(organization.id, id))!;
      const as = await world.newUser(organization, 'admin');
      const params = { organizationId: organization.id, membershipId };
      await call(world, 'updateOrganizationUser', { as, params, body: { isActive: false } });
    },
  },
  'a user whose account was deleted': {
    create: newColleague,
    remove: async (world, { organization }, { id: userId }) => {
      const as = await world.newUser(organization, 'admin');
      await world.makeInstanceAdmin(as);
      await call(world, 'deleteInstanceUser', { as, params: { userId } });
    },
  },
  'a user who was removed from the group that gave access': {
    create: inGroup,
    remove: async (world, { organization }, creator) => {
      const { group, email } = creator as Awaited<ReturnType<typeof inGroup>>;
      const as = await world.newUser(organization, 'admin');
      await call(world, 'removeUserFromGroup', { as, params: { id: group.id, username: email } });
    },
  },
  'a user whose access to the project has ended': {
    create: newColleague,
    remove: async (world, setting, creator) => {
      const { id } = await projectMembershipOf(world, setting, creator);
      await world.server.parts.database.transaction(ofInstance, ({ db }) =>
        db('project_membership_roles').where({ projectMembershipId: id }).update({
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '1h',
          temporaryAccessStartTime: '2029-12-31T22:00:00.000Z',
          temporaryAccessEndTime: '2029-12-31T23:00:00.000Z',
        }),
      );
    },
  },
  'a machine identity that was removed from the project': {
    create: newMachine,
    remove: (world, { admin: as, project }, { id: identityId }) =>
      call(world, 'removeProjectIdentity', { as, params: { projectId: project.id, identityId } }),
  },
  'a machine identity that was deleted': {
    create: newMachine,
    remove: async (world, { organization }, { id: identityId }) =>
      call(world, 'deleteIdentity', { as: await world.newUser(organization, 'admin'), params: { identityId } }),
  },
};

onEachDatabase('a webhook of somebody without access to the project', (world) => {
  for (const [title, { create, remove }] of Object.entries(cases))
    it(`sends nothing and is disabled with a reason: ${title}`, async () => {
      const setting = await newProjectWithWebhooks(world());
      const { hook, write, receiver, webhook, project } = setting;
      const creator = await create(world(), setting);
      const body = { projectId: project.id, environment: 'dev', webhookUrl: receiver.url, secretPath: '/**' };
      const { id } = (await world().call('createWebhook', { as: creator, body })).body.webhook;
      await hook({ webhookUrl: `${receiver.url}?other` });
      await write('/app');
      await deliver(world());
      expect(receiver.paths(), 'both webhooks').to.deep.equal(['/app', '/app']);
      expect(await webhook(id)).to.include({ isDisabled: false, disabledReason: null });

      await write('/');
      await remove(world(), setting, creator);
      expect(await webhook(id)).to.include({ isDisabled: true, disabledReason: 'member-removed' });
      await deliver(world());
      expect(receiver.received.map(({ path }) => path)).to.deep.equal(['/hook?other']);

      await world().server.parts.webhooks.disableAbandoned();
      await world().server.parts.webhooks.disableAbandoned();
      expect(await webhook(id)).to.include({ isDisabled: true, disabledReason: 'member-removed' });
      const entries = await changesWhere(world(), { projectId: project.id, eventType: 'disable-webhook' });
      expect(entries.map(({ eventMetadata, actorType }) => ({ ...eventMetadata, actorType }))).to.deep.equal([
        {
          ...{ webhookId: id, environment: 'dev', secretPath: '/**', disabledReason: 'member-removed' },
          responsible: { type: title.includes('machine') ? 'identity' : 'user', id: creator.id },
          actorType: 'platform',
        },
      ]);
    });

  it('sends again once somebody else has enabled it, who is then responsible', async () => {
    const setting = await newProjectWithWebhooks(world());
    const { write, receiver, webhook, update, project } = setting;
    const creator = await newColleague(world(), setting);
    const body = { projectId: project.id, environment: 'dev', webhookUrl: receiver.url, secretPath: '/**' };
    const { id } = (await world().call('createWebhook', { as: creator, body })).body.webhook;
    // What waits when the creator is removed is sent when the webhook is enabled.
    receiver.status = 500;
    await write('/app');
    await deliver(world());
    receiver.paths();
    receiver.status = 200;
    await cases['a user who was removed from the project']!.remove(world(), setting, creator);
    await deliver(world(), 60);
    expect(receiver.paths()).to.deep.equal([]);
    await world().server.parts.webhooks.disableAbandoned();
    expect(await update(id, { isDisabled: false })).to.include({ isDisabled: false, disabledReason: null });
    await deliver(world(), 60);
    expect(receiver.paths()).to.deep.equal(['/app']);
    expect(await webhook(id)).to.include({ isDisabled: false, disabledReason: null, lastStatus: 'success' });
    await write('/');
    await deliver(world());
    expect(receiver.paths()).to.deep.equal(['/']);
  });
});
