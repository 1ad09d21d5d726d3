import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { newProjectWithEnvironments } from '../../support/fixtures/environments.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';

/** Two generations of one operation: they differ in their names only. */
export interface Generation {
  readonly operation: OperationId;
  /** The project in the path. */
  readonly parameter: 'projectId' | 'workspaceId';
  /** The project in the answer. */
  readonly answered: 'projectId' | 'workspace';
}

export const start = '2030-01-01T00:00:00.000Z';
export const notDeleted = { softDeletedAt: null, deleteAfter: null, deletedByUserId: null, deletedByIdentityId: null };
export const badSlugs = ['Dev', 'a_b', 'a.b', '-a', 'a-', 'a--b', 'é', ' a'];

/** Nobody but those with the permission, nothing but what is there. */
export const refusesStrangers = (
  world: () => World,
  { operation, parameter }: Generation,
  action: string,
  given: { slug?: string; body?: unknown; query?: Record<string, string> } = {},
): void => {
  const { slug = 'staging', body, query } = given;
  const call = (as: { token: string }, project: string, id: string) =>
    world().call(operation, { as, params: { [parameter]: project, id }, body, ...(query && { query }) });

  it('refuses whoever lacks the permission, is no member, or is of another organization', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { project, organization, ids, rows } = setting;
    const before = await rows();
    const others = ['read', 'create', 'edit', 'delete'].filter((name) => name !== action);
    const lacking = await newProjectIdentity(world(), setting, [{ subject: 'environments', action: others }]);
    for (const id of [ids[slug]!, 'not-an-id'])
      expectError(
        await call(lacking, project.id, id),
        403,
        'PermissionDenied',
        new RegExp(actionPhrase(action, 'environments')),
      );
    expectError(
      await call(await world().newUser(organization, 'admin'), project.id, ids[slug]!),
      403,
      'ProjectMembershipNotFound',
    );
    const stranger = await newProjectWithEnvironments(world());
    expectError(await call(stranger.admin, project.id, ids[slug]!), 404, 'NotFound');
    expect(await rows()).to.deep.equal(before);
    expect(await setting.entries()).to.deep.equal([]);
  });

  it('lets a machine identity with just that permission', async () => {
    const setting = await newProjectWithEnvironments(world());
    const as = await newProjectIdentity(world(), setting, [{ subject: 'environments', action: [action] }]);
    expect((await call(as, setting.project.id, setting.ids[slug]!)).status).to.equal(200);
  });
};

/** Only an environment of that very project, and only one that is in use. */
export const knowsOnlyItsOwn = (
  world: () => World,
  { operation, parameter }: Generation,
  given: { body?: unknown } = {},
): void => {
  it('knows no environment of another project, and none that is deleted or does not exist', async () => {
    const { admin, project, organization, ids, rows } = await newProjectWithEnvironments(world());
    const elsewhere = await newProjectWithEnvironments(world());
    const beside = await newProject(world(), organization);
    const call = (projectId: string, id: string) =>
      world().call(operation, { as: admin, params: { [parameter]: projectId, id }, body: given.body });
    expect(
      (await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.prod! } })).status,
    ).to.equal(200);
    const before = [await rows(), await elsewhere.rows()];
    for (const id of [elsewhere.ids.dev!, ids.prod!, 'not-an-id', beside.id])
      expectError(await call(project.id, id), 404, 'NotFound');
    for (const id of [elsewhere.project.id, 'not-an-id']) expectError(await call(id, ids.dev!), 404, 'NotFound');
    expect([await rows(), await elsewhere.rows()]).to.deep.equal(before);
  });
};

export const wantsSecretManager = (
  world: () => World,
  { operation, parameter }: Generation,
  given: { body?: unknown } = {},
): void => {
  it('wants a project that has environments', async () => {
    for (const type of ['cert-manager', 'kms', 'secret-scanning', 'pam'] as const) {
      const { admin, project, ids, rows } = await newProjectWithEnvironments(world(), ['dev', 'staging'], { type });
      const before = await rows();
      expectError(
        await world().call(operation, {
          as: admin,
          params: { [parameter]: project.id, id: ids.dev! },
          body: given.body,
        }),
        400,
        'BadRequest',
        new RegExp(type),
      );
      expect(await rows()).to.deep.equal(before);
    }
  });
};

/** One way of reading an environment: whatever its path, it answers with all of it, and leaves no entry. */
export const answersWithAllOfIt = (
  world: () => World,
  operation: OperationId,
  params: (projectId: string, id: string) => Record<string, string>,
): void => {
  it('answers with all of it', async () => {
    const { admin, project, ids, entries } = await newProjectWithEnvironments(world());
    const { status, body } = await world().call(operation, { as: admin, params: params(project.id, ids.staging!) });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      environment: {
        id: ids.staging,
        name: 'The staging',
        slug: 'staging',
        position: 2,
        projectId: project.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        softDeletedAt: null,
        deleteAfter: null,
        deletedByUserId: null,
        deletedByIdentityId: null,
      },
    });
    expect(await entries()).to.deep.equal([]);
  });
};
