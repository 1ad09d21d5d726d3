import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newGovernedProject } from '../../support/fixtures/change-policies.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import type { World } from '../../support/world/world.ts';

/** The operations of an API generation, and how its requests name the project. */
interface Generation {
  readonly create: OperationId;
  readonly list: OperationId;
  readonly governing: OperationId;
  readonly get: OperationId;
  readonly update: OperationId;
  readonly remove: OperationId;
  readonly projectField: 'projectId' | 'workspaceId';
}

const generations: readonly Generation[] = [
  {
    create: 'createChangePolicy',
    list: 'listChangePolicies',
    governing: 'getGoverningChangePolicy',
    get: 'getChangePolicy',
    update: 'updateChangePolicy',
    remove: 'deleteChangePolicy',
    projectField: 'projectId',
  },
  {
    create: 'createWorkspaceChangePolicy',
    list: 'listWorkspaceChangePolicies',
    governing: 'getWorkspaceGoverningPolicy',
    get: 'getWorkspaceChangePolicy',
    update: 'updateWorkspaceChangePolicy',
    remove: 'deleteWorkspaceChangePolicy',
    projectField: 'workspaceId',
  },
];

const settingOf = async (world: World, { create, projectField }: Generation) => {
  const setting = await newGovernedProject(world);
  const named = { [projectField]: setting.project.id };
  const fields = {
    ...named,
    name: 'Production',
    environments: ['dev', 'prod'],
    secretPath: '/app/**',
    approvers: [{ type: 'user', username: setting.approver.email }],
  };
  const add = (changes: object = {}, as: { readonly token: string } = setting.admin) =>
    world.call(create, { as, body: { ...fields, ...changes } });
  return { ...setting, named, add, on: (changePolicyId: string) => ({ params: { changePolicyId } }) };
};

for (const generation of generations) {
  const { create, list, governing, get, update, remove } = generation;
  onEitherDatabase(create, (world) => {
    it('creates a policy, which is listed, shown, changed and deleted', async () => {
      const setting = await settingOf(world(), generation);
      const { add, call, admin, named, on, approver, second, ids, project, entries } = setting;
      const { status, body } = await add();
      expect(status, JSON.stringify(body)).to.equal(200);
      const { id } = body.approval;
      expect(body.approval).to.deep.include({
        name: 'Production',
        projectId: project.id,
        secretPath: '/app/**',
        approvals: 1,
        envId: ids.dev,
        enforcementLevel: 'hard',
        allowedSelfApprovals: true,
        bypassForMachineIdentities: true,
        approversMustRead: false,
        approvers: [{ type: 'user', id: approver.id, username: approver.email }],
        bypassers: [],
        deletedAt: null,
      });
      expect((await call(list, admin, { query: named })).body.approvals).to.deep.equal([body.approval]);
      expect((await call(get, admin, on(id))).body.approval).to.deep.equal(body.approval);

      const approvers = [{ type: 'user', id: second.id, username: '' }];
      const changed = await call(update, admin, {
        ...on(id),
        body: { approvers, enforcementLevel: 'soft', name: 'Payments' },
      });
      expect(changed.body.approval).to.deep.include({
        name: 'Payments',
        enforcementLevel: 'soft',
        approvers: [{ type: 'user', id: second.id, username: second.email }],
        allowedSelfApprovals: true,
      });
      expect((await call(remove, admin, on(id))).status).to.equal(200);
      expect((await call(list, admin, { query: named })).body.approvals).to.deep.equal([]);
      expect((await call(get, admin, on(id))).body.approval.deletedAt).to.be.a('string');
      expectError(await call(remove, admin, on(id)), 404, 'NotFound');
      expect((await entries()).map(({ eventType }) => eventType)).to.include.members([
        'create-secret-approval-policy',
        'update-secret-approval-policy',
        'delete-secret-approval-policy',
      ]);
    });

    it('says which policy governs a folder: the most specific one', async () => {
      const { add, call, author, named, approver } = await settingOf(world(), generation);
      const { body: wide } = await add({ secretPath: '/**', environments: undefined, environment: 'dev' });
      const { body: narrow } = await add({ environment: '' });
      const governs = async (environment: string, secretPath: string) =>
        (await call(governing, author, { query: { ...named, environment, secretPath } })).body.policy;
      expect((await governs('dev', '/app/deep')).id).to.equal(narrow.approval.id);
      expect((await governs('dev', '/other')).id).to.equal(wide.approval.id);
      expect(await governs('prod', '/other')).to.equal(undefined);
      expect((await governs('prod', '/app')).userApprovers).to.deep.equal([{ userId: approver.id }]);
    });

    it('refuses people who are not in the project, too few of them, the same path, and unknown environments', async () => {
      const { add, organization, approver } = await settingOf(world(), generation);
      const stranger = await world().newUser(organization, 'member');
      expectError(await add({ approvers: [{ type: 'user', id: stranger.id }] }), 400, 'BadRequest');
      expectError(await add({ approvals: 2 }), 400, 'BadRequest');
      expectError(await add({ environments: ['nowhere'] }), 404, 'NotFound');
      expect((await add({ approvers: [{ type: 'user', id: '', username: '' }] })).status).to.equal(422);
      expect((await add()).status).to.equal(200);
      expectError(await add({ environments: ['prod'] }), 400, 'BadRequest');
      expectError(await add({ environments: ['prod'] }, approver), 403, 'PermissionDenied');
    });

    it('is for machine identities, too', async () => {
      const setting = await settingOf(world(), generation);
      const as = await newProjectIdentity(world(), setting, 'admin');
      const { status, body } = await setting.add({}, as);
      expect(status, JSON.stringify(body)).to.equal(200);
    });
  });
}
