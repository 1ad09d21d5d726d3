import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { newProjectWithEnvironments } from '../../support/fixtures/environments.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';

/** Two API versions of one operation, which differ only in names. */
export interface Generation {
  readonly operation: OperationId;
  /** The name of the project parameter in the path. */
  readonly parameter: 'projectId' | 'workspaceId';
  /** The name of the project in the response. */
  readonly answered: 'projectId' | 'workspace';
}

export const start = '2030-01-01T00:00:00.000Z';
export const notDeleted = { softDeletedAt: null, deleteAfter: null, deletedByUserId: null, deletedByIdentityId: null };
/** An environment whose color and protection nobody has set. */
export const unmarked = { color: null, isProtected: false };
export const badSlugs = ['Dev', 'a_b', 'a.b', '-a', 'a-', 'a--b', 'é', ' a'];

/** Expects that only callers with the permission can use the operation, on existing projects. */
export const refusesUnauthorized = (
  world: () => World,
  { operation, parameter }: Generation,
  action: string,
  given: { slug?: string; body?: unknown; query?: Record<string, string> } = {},
): void => {
  const { slug = 'staging', body, query } = given;
  const call = (as: { token: string }, project: string, id: string) =>
    world().call(operation, { as, params: { [parameter]: project, id }, body, ...(query && { query }) });

  it('refuses callers without the permission, non-members, and members of another organization', async () => {
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
    const outsider = await newProjectWithEnvironments(world());
    expectError(await call(outsider.admin, project.id, ids[slug]!), 404, 'NotFound');
    expect(await rows()).to.deep.equal(before);
    expect(await setting.entries()).to.deep.equal([]);
  });

  it('allows a machine identity with only this permission', async () => {
    const setting = await newProjectWithEnvironments(world());
    const as = await newProjectIdentity(world(), setting, [{ subject: 'environments', action: [action] }]);
    expect((await call(as, setting.project.id, setting.ids[slug]!)).status).to.equal(200);
  });
};

/** Expects that only active environments of the project are found. */
export const findsOnlyOwnEnvironments = (
  world: () => World,
  { operation, parameter }: Generation,
  given: { body?: unknown } = {},
): void => {
  it('does not find unknown or deleted environments, or those of another project', async () => {
    const { admin, project, organization, ids, rows } = await newProjectWithEnvironments(world());
    const otherProject = await newProjectWithEnvironments(world());
    const beside = await newProject(world(), organization);
    const call = (projectId: string, id: string) =>
      world().call(operation, { as: admin, params: { [parameter]: projectId, id }, body: given.body });
    expect(
      (await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.prod! } })).status,
    ).to.equal(200);
    const before = [await rows(), await otherProject.rows()];
    for (const id of [otherProject.ids.dev!, ids.prod!, 'not-an-id', beside.id])
      expectError(await call(project.id, id), 404, 'NotFound');
    for (const id of [otherProject.project.id, 'not-an-id']) expectError(await call(id, ids.dev!), 404, 'NotFound');
    expect([await rows(), await otherProject.rows()]).to.deep.equal(before);
  });
};

export const wantsSecretManager = (
  world: () => World,
  { operation, parameter }: Generation,
  given: { body?: unknown } = {},
): void => {
  it('requires a project that has environments', async () => {
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

/** The tests of reading an environment: all operations return all fields and record nothing. */
export const returnsAllFields = (
  world: () => World,
  operation: OperationId,
  params: (projectId: string, id: string) => Record<string, string>,
): void => {
  it('returns all fields', async () => {
    const { admin, project, ids, entries } = await newProjectWithEnvironments(world());
    const { status, body } = await world().call(operation, { as: admin, params: params(project.id, ids.staging!) });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      environment: {
        id: ids.staging,
        name: 'The staging',
        slug: 'staging',
        position: 2,
        ...unmarked,
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
