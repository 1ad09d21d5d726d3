import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { addToProject, newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newProjectWithTags, newTag, type TestTags } from '../../support/fixtures/tags.ts';
import type { World } from '../../support/world/world.ts';

// The tests of both API versions.

export const start = '2030-01-01T00:00:00.000Z';

export const badSlugs = ['Red', 'a_b', 'a.b', '-a', 'a-', 'a--b', 'é', ' a', 'a b', 'a\n'];
export type Attempt = (as: { token: string }, project: { id: string }, setting: TestTags) => Promise<any>;

/** Expects that only members of the project with the permission can use the operation. */
export const refusesUnauthorized = (world: () => World, action: string, attempt: Attempt): void => {
  it('refuses callers without the permission, non-members, and members of another organization', async () => {
    const setting = await newProjectWithTags(world());
    const { organization, project, rows, events } = setting;
    const before = await rows();
    const others = ['read', 'create', 'edit', 'delete'].filter((other) => other !== action);
    for (const role of ['no-access', [{ subject: 'tags', action: others }]]) {
      expectError(
        await attempt(await newProjectIdentity(world(), setting, role), project, setting),
        403,
        'PermissionDenied',
        new RegExp(actionPhrase(action, 'tags')),
      );
    }
    expectError(
      await attempt(await world().newUser(organization, 'admin'), project, setting),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(
      await attempt((await newProjectWithTags(world())).admin, project, setting),
      404,
      'NotFound',
      /Project not found/,
    );
    expectError(await attempt(setting.admin, { id: 'not-an-id' }, setting), 404, 'NotFound', /Project not found/);
    expect(await rows()).to.deep.equal(before);
    expect(await events()).to.deep.equal([]);
  });

  it('allows a machine identity with only this permission', async () => {
    const setting = await newProjectWithTags(world());
    const as = await newProjectIdentity(world(), setting, [{ subject: 'tags', action: [action] }]);
    expect((await attempt(as, setting.project, setting)).status).to.equal(200);
  });
};

/** The tests of operations with a tag in the path: it must belong to the project. */
export const findsOnlyOwnTags = (
  world: () => World,
  action: string,
  attempt: (as: { token: string }, project: { id: string }, tag: { id: string; slug: string }) => Promise<any>,
): void => {
  it('does not find unknown tags, or those of another project', async () => {
    const { admin, organization, project, red, rows } = await newProjectWithTags(world());
    const beside = await newProject(world(), organization);
    await addToProject(world(), beside, admin, 'admin');
    const foreign = [
      await newTag(world(), beside, 'beside'),
      await newTag(world(), (await newProjectWithTags(world())).project, 'elsewhere'),
    ];
    const before = await rows();
    const unknown = ['not-an-id', '%', 'x'.repeat(300), red.id.toUpperCase()].map((name) => ({ id: name, slug: name }));
    for (const tag of [...foreign, ...unknown])
      expectError(await attempt(admin, project, tag), 404, 'NotFound', /Tag not found/);
    expectError(await attempt(admin, beside, red), 404, 'NotFound', /Tag not found/);
    expect(await rows()).to.deep.equal(before);
    for (const { id } of foreign)
      expect(await world().server.parts.database.read('project_tags').where({ id })).to.have.length(1);
  });

  it('does not reveal to callers without the permission whether a tag exists', async () => {
    const setting = await newProjectWithTags(world());
    const as = await newProjectIdentity(world(), setting, 'no-access');
    expectError(
      await attempt(as, setting.project, { id: 'none', slug: 'none' }),
      403,
      'PermissionDenied',
      new RegExp(actionPhrase(action, 'tags')),
    );
  });
};
