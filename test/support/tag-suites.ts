import { expect } from 'chai';
import { expectError, expectIssues } from './expect.ts';
import { addToProject, newProject, newProjectIdentity } from './projects.ts';
import { newProjectWithTags, newTag, type Generation, type TestTags } from './tags.ts';
import { onEachDatabase, type World } from './world.ts';

// What both generations promise alike.

const start = '2030-01-01T00:00:00.000Z';
const later = '2030-01-01T00:01:00.000Z';
const badSlugs = ['Red', 'a_b', 'a.b', '-a', 'a-', 'a--b', 'é', ' a', 'a b', 'a\n'];

type Attempt = (as: { token: string }, project: { id: string }, setting: TestTags) => Promise<any>;

/** Nobody but members of the project with the permission gets anywhere. */
const refusesOthers = (world: () => World, action: string, attempt: Attempt): void => {
  it('refuses whoever lacks the permission, is no member, or is of another organization', async () => {
    const setting = await newProjectWithTags(world());
    const { organization, project, rows, events } = setting;
    const before = await rows();
    const others = ['read', 'create', 'edit', 'delete'].filter((other) => other !== action);
    for (const role of ['no-access', [{ subject: 'tags', action: others }]]) {
      expectError(
        await attempt(await newProjectIdentity(world(), setting, role), project, setting),
        403,
        'PermissionDenied',
        new RegExp(`${action} on tags`),
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
      /no such project/,
    );
    expectError(await attempt(setting.admin, { id: 'not-an-id' }, setting), 404, 'NotFound', /no such project/);
    expect(await rows()).to.deep.equal(before);
    expect(await events()).to.deep.equal([]);
  });

  it('lets a machine identity with just that permission', async () => {
    const setting = await newProjectWithTags(world());
    const as = await newProjectIdentity(world(), setting, [{ subject: 'tags', action: [action] }]);
    expect((await attempt(as, setting.project, setting)).status).to.equal(200);
  });
};

/** Of a tag in the path: only one of that very project, and only to who may ask. */
const knowsOnlyItsOwn = (
  world: () => World,
  action: string,
  attempt: (as: { token: string }, project: { id: string }, tag: { id: string; slug: string }) => Promise<any>,
): void => {
  it('knows no tag of another project, and none that does not exist', async () => {
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
      expectError(await attempt(admin, project, tag), 404, 'NotFound', /no such tag/);
    expectError(await attempt(admin, beside, red), 404, 'NotFound', /no such tag/);
    expect(await rows()).to.deep.equal(before);
    for (const { id } of foreign)
      expect(await world().server.parts.database.read('project_tags').where({ id })).to.have.length(1);
  });

  it('does not tell whether there is one to those without the permission', async () => {
    const setting = await newProjectWithTags(world());
    const as = await newProjectIdentity(world(), setting, 'no-access');
    expectError(
      await attempt(as, setting.project, { id: 'none', slug: 'none' }),
      403,
      'PermissionDenied',
      new RegExp(`${action} on tags`),
    );
  });
};

export const testListing = ({ list, answered }: Generation): void =>
  onEachDatabase(list, (world) => {
    const call: Attempt = (as, { id }) => world().call(list, { as, params: { projectId: id } });

    it('has the tags of the project, by slug', async () => {
      const { admin, project, red, blue } = await newProjectWithTags(world());
      await newProjectWithTags(world());
      const green = await newTag(world(), project, 'green');
      const { status, body } = await world().call(list, { as: admin, params: { projectId: project.id } });
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ [`${answered}s`]: [blue, green, red] });
    });

    it('is empty where there are none', async () => {
      const { admin, organization } = await newProjectWithTags(world());
      const bare = await newProject(world(), organization);
      await addToProject(world(), bare, admin, 'viewer');
      expect((await world().call(list, { as: admin, params: { projectId: bare.id } })).body).to.deep.equal({
        [`${answered}s`]: [],
      });
    });

    refusesOthers(world, 'read', call);
  });

export const testCreating = ({ create, getBySlug, answered }: Generation): void =>
  onEachDatabase(create, (world) => {
    const setting = async () => {
      const made = await newProjectWithTags(world());
      const params = { projectId: made.project.id };
      return { ...made, params, add: (body?: unknown) => world().call(create, { as: made.admin, params, body }) };
    };

    it('makes a tag of the project', async () => {
      const { admin, project, params, add, events } = await setting();
      const { status, body } = await add({
        slug: 'production-only',
        color: '#d92626',
        id: 'ignored',
        createdBy: 'ignored',
      });
      expect(status).to.equal(200);
      const { id } = body[answered];
      const tag = {
        id,
        slug: 'production-only',
        color: '#d92626',
        projectId: project.id,
        createdBy: admin.id,
        createdByActorType: 'user',
        createdAt: start,
        updatedAt: start,
      };
      expect(body).to.deep.equal({ [answered]: tag });
      const { body: found } = await world().call(getBySlug, {
        as: admin,
        params: { ...params, tagSlug: 'production-only' },
      });
      expect(found).to.deep.equal({ [answered]: { ...tag, name: 'production-only' } });
      expect(await events()).to.deep.equal([
        { actorId: admin.id, eventType: 'create-tag', eventMetadata: { tagId: id, slug: 'production-only' } },
      ]);
    });

    it('says which machine identity it was', async () => {
      const made = await setting();
      const as = await newProjectIdentity(world(), made, 'member');
      const { body } = await world().call(create, { as, params: made.params, body: { slug: 'by-machine', color: '' } });
      expect(body[answered]).to.include({ createdBy: as.id, createdByActorType: 'identity' });
    });

    it('takes any color up to its length, an empty one as it is, and none', async () => {
      const { add } = await setting();
      const colors = ['', 'teal', ' ', 'x'.repeat(63), 'x'.repeat(64), null];
      for (const [index, color] of colors.entries())
        expect((await add({ slug: `colored-${index}`, color })).body[answered].color).to.equal(color);
      expect((await add({ slug: 'plain' })).body[answered].color).to.equal(null);
    });

    it('takes slugs of 1 to 64 characters', async () => {
      const { add } = await setting();
      for (const slug of ['a', '7', 'a-b-3', 'x'.repeat(63), 'x'.repeat(64)])
        expect((await add({ slug, color: '' })).body[answered].slug).to.equal(slug);
    });

    it('says that a slug is taken in this project, whatever others have', async () => {
      const { organization, add, rows, events } = await setting();
      const before = await rows();
      expectError(await add({ slug: 'red', color: '' }), 400, 'BadRequest', /"red".* already/);
      expect(await rows()).to.deep.equal(before);
      expect(await events()).to.deep.equal([]);
      await newTag(world(), await newProject(world(), organization), 'elsewhere');
      expect((await add({ slug: 'elsewhere', color: '' })).status).to.equal(200);
    });

    it('makes one tag of many requests for the same slug at once', async () => {
      const { add, rows, events } = await setting();
      const answers = await Promise.all(Array.from({ length: 6 }, () => add({ slug: 'wanted', color: '' })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
      expect(await rows()).to.have.length(3);
      expect(await events()).to.have.length(1);
    });

    it('lists everything that is wrong with a request, and changes nothing', async () => {
      const { add, rows, events } = await setting();
      for (const body of [{}, undefined]) expectIssues(await add(body), 'body slug required');
      expectIssues(
        await add({ slug: '', color: 'x'.repeat(65) }),
        'body slug too_small',
        'body slug pattern',
        'body color too_big',
      );
      expectIssues(await add({ slug: 'x'.repeat(65) }), 'body slug too_big');
      expectIssues(await add({ slug: null, color: 7 }), 'body slug type', 'body color type');
      for (const slug of badSlugs) expectIssues(await add({ slug, color: '' }), 'body slug pattern');
      expect(await rows()).to.have.length(2);
      expect(await events()).to.deep.equal([]);
    });

    refusesOthers(world, 'create', (as, { id }) =>
      world().call(create, { as, params: { projectId: id }, body: { slug: 'new', color: '' } }),
    );

    it('tells nothing of slugs to those who may not create tags', async () => {
      const made = await setting();
      const as = await newProjectIdentity(world(), made, 'viewer');
      expectError(
        await world().call(create, { as, params: made.params, body: { slug: 'red', color: '' } }),
        403,
        'PermissionDenied',
      );
    });
  });

const testGetting = (
  operation: Generation['get'],
  answered: Generation['answered'],
  paramOf: (tag: { id: string; slug: string }) => Record<string, string>,
): void =>
  onEachDatabase(operation, (world) => {
    const get = (as: { token: string }, project: { id: string }, tag: { id: string; slug: string }) =>
      world().call(operation, { as, params: { projectId: project.id, ...paramOf(tag) } });

    it('answers with all of it, and its slug as its name', async () => {
      const { admin, project, red } = await newProjectWithTags(world());
      const { status, body } = await get(admin, project, red);
      expect(status).to.equal(200);
      const tag = {
        id: red.id,
        slug: 'red',
        name: 'red',
        color: '#ffffff',
        projectId: project.id,
        createdBy: null,
        createdByActorType: 'user',
        createdAt: start,
        updatedAt: start,
      };
      expect(body).to.deep.equal({ [answered]: tag });
    });

    refusesOthers(world, 'read', (as, project, { red }) => get(as, project, red));
    knowsOnlyItsOwn(world, 'read', get);
  });

export const testGettingById = ({ get, answered }: Generation): void =>
  testGetting(get, answered, ({ id }) => ({ tagId: id }));

export const testGettingBySlug = ({ getBySlug, answered }: Generation): void =>
  testGetting(getBySlug, answered, ({ slug }) => ({ tagSlug: slug }));

export const testUpdating = ({ update, answered }: Generation): void =>
  onEachDatabase(update, (world) => {
    const setting = async () => {
      const made = await newProjectWithTags(world());
      const params = { projectId: made.project.id, tagId: made.red.id };
      return { ...made, params, change: (body?: unknown) => world().call(update, { as: made.admin, params, body }) };
    };

    it('changes what is sent and leaves the rest', async () => {
      const { admin, red, blue, change, rows, events } = await setting();
      const { status, body } = await world().clock.later(60, () =>
        change({ slug: 'crimson', id: 'ignored', projectId: 'ignored' }),
      );
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ [answered]: { ...red, slug: 'crimson', updatedAt: later } });
      const { body: colored } = await world().clock.later(60, () => change({ color: '#dc143c' }));
      expect(colored[answered]).to.deep.equal({ ...body[answered], color: '#dc143c' });
      expect(await rows()).to.have.deep.members([colored[answered], blue]);
      const event = { actorId: admin.id, eventType: 'update-tag', eventMetadata: { tagId: red.id, slug: 'crimson' } };
      expect(await events()).to.deep.equal([event, event]);
    });

    it('takes any color up to its length, an empty one as it is, and none', async () => {
      const { change } = await setting();
      for (const color of ['', 'x'.repeat(63), 'x'.repeat(64), null])
        expect((await change({ color })).body[answered].color).to.equal(color);
    });

    it('takes slugs of 1 to 64 characters', async () => {
      const { change } = await setting();
      for (const slug of ['a', 'x'.repeat(63), 'x'.repeat(64)])
        expect((await change({ slug })).body[answered].slug).to.equal(slug);
    });

    it('changes and records nothing when there is nothing to change', async () => {
      const { red, change, rows, events } = await setting();
      const before = await rows();
      await world().clock.later(60, async () => {
        for (const body of [{}, undefined, { slug: red.slug, color: red.color }]) {
          const response = await change(body);
          expect(response.status).to.equal(200);
          expect(response.body).to.deep.equal({ [answered]: red });
        }
      });
      expect(await rows()).to.deep.equal(before);
      expect(await events()).to.deep.equal([]);
    });

    it('says that a slug is taken in this project, and changes nothing', async () => {
      const { organization, change, rows, events } = await setting();
      const before = await rows();
      expectError(await change({ slug: 'blue', color: 'navy' }), 400, 'BadRequest', /"blue".* already/);
      expect(await rows()).to.deep.equal(before);
      expect(await events()).to.deep.equal([]);
      await newTag(world(), await newProject(world(), organization), 'elsewhere');
      expect((await change({ slug: 'elsewhere' })).status).to.equal(200);
    });

    it('lists everything that is wrong with a request, and changes nothing', async () => {
      const { change, rows, events } = await setting();
      const before = await rows();
      expectIssues(
        await change({ slug: '', color: 'x'.repeat(65) }),
        'body slug too_small',
        'body slug pattern',
        'body color too_big',
      );
      expectIssues(await change({ slug: 'x'.repeat(65) }), 'body slug too_big');
      expectIssues(await change({ slug: null, color: ['red'] }), 'body slug type', 'body color type');
      for (const slug of badSlugs) expectIssues(await change({ slug }), 'body slug pattern');
      expect(await rows()).to.deep.equal(before);
      expect(await events()).to.deep.equal([]);
    });

    refusesOthers(world, 'edit', (as, { id }, { red }) =>
      world().call(update, { as, params: { projectId: id, tagId: red.id }, body: { slug: 'blue-green' } }),
    );
    knowsOnlyItsOwn(world, 'edit', (as, project, { id }) =>
      world().call(update, { as, params: { projectId: project.id, tagId: id }, body: { slug: 'mine' } }),
    );

    it('tells nothing of slugs to those who may not change tags', async () => {
      const made = await setting();
      const as = await newProjectIdentity(world(), made, 'viewer');
      expectError(
        await world().call(update, { as, params: made.params, body: { slug: 'blue' } }),
        403,
        'PermissionDenied',
      );
    });
  });

export const testDeleting = ({ create, delete: operation, answered }: Generation): void =>
  onEachDatabase(operation, (world) => {
    const remove = (as: { token: string }, project: { id: string }, { id }: { id: string }, body?: unknown) =>
      world().call(operation, { as, params: { projectId: project.id, tagId: id }, body });

    it('deletes it for good, and says what it was', async () => {
      const { admin, project, red, blue, rows, events } = await newProjectWithTags(world());
      const { status, body } = await remove(admin, project, red);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ [answered]: red });
      expect(await rows()).to.deep.equal([blue]);
      expect(await events()).to.deep.equal([
        { actorId: admin.id, eventType: 'delete-tag', eventMetadata: { tagId: red.id, slug: 'red' } },
      ]);
      expectError(await remove(admin, project, red), 404, 'NotFound', /no such tag/);
      expect(await events()).to.have.length(1);
    });

    it('sets its slug free', async () => {
      const { admin, project, red } = await newProjectWithTags(world());
      await remove(admin, project, red);
      const { status, body } = await world().call(create, {
        as: admin,
        params: { projectId: project.id },
        body: { slug: 'red', color: '' },
      });
      expect(status).to.equal(200);
      expect(body[answered].id).not.to.equal(red.id);
    });

    it('takes a body that some clients send', async () => {
      const { admin, project, red } = await newProjectWithTags(world());
      expect((await remove(admin, project, red, { anything: true })).status).to.equal(200);
    });

    it('happens once of many requests at once', async () => {
      const { admin, project, red, events } = await newProjectWithTags(world());
      const answers = await Promise.all(Array.from({ length: 4 }, () => remove(admin, project, red)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404]);
      expect(await events()).to.have.length(1);
    });

    refusesOthers(world, 'delete', (as, project, { red }) => remove(as, project, red));
    knowsOnlyItsOwn(world, 'delete', remove);
  });
