import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newProjectWithTags, newTag } from '../../support/fixtures/tags.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { badSlugs, refusesUnauthorized, start } from './checks.ts';
import { type Generation, projectTags, workspaceTags } from './generations.ts';

const testCreating = ({ create, getBySlug, answered }: Generation): void =>
  onEitherDatabase(create, (world) => {
    const setting = async () => {
      const made = await newProjectWithTags(world());
      const params = { projectId: made.project.id };
      return { ...made, params, add: (body?: unknown) => world().call(create, { as: made.admin, params, body }) };
    };

    it('creates a tag of the project', async () => {
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

    it('shows which machine identity created it', async () => {
      const made = await setting();
      const as = await newProjectIdentity(world(), made, 'member');
      const { body } = await world().call(create, { as, params: made.params, body: { slug: 'by-machine', color: '' } });
      expect(body[answered]).to.include({ createdBy: as.id, createdByActorType: 'identity' });
    });

    it('accepts any color up to its maximum length, an empty one, and null', async () => {
      const { add } = await setting();
      const colors = ['', 'teal', ' ', 'x'.repeat(63), 'x'.repeat(64), null];
      for (const [index, color] of colors.entries())
        expect((await add({ slug: `colored-${index}`, color })).body[answered].color).to.equal(color);
      expect((await add({ slug: 'plain' })).body[answered].color).to.equal(null);
    });

    it('accepts slugs of 1 to 64 characters', async () => {
      const { add } = await setting();
      for (const slug of ['a', '7', 'a-b-3', 'x'.repeat(63), 'x'.repeat(64)])
        expect((await add({ slug, color: '' })).body[answered].slug).to.equal(slug);
    });

    it('refuses a slug that is in use in this project, but not one of another project', async () => {
      const { organization, add, rows, events } = await setting();
      const before = await rows();
      expectError(await add({ slug: 'red', color: '' }), 400, 'BadRequest', /"red".* already/);
      expect(await rows()).to.deep.equal(before);
      expect(await events()).to.deep.equal([]);
      await newTag(world(), await newProject(world(), organization), 'elsewhere');
      expect((await add({ slug: 'elsewhere', color: '' })).status).to.equal(200);
    });

    it('creates one tag for concurrent requests with the same slug', async () => {
      const { add, rows, events } = await setting();
      const answers = await Promise.all(Array.from({ length: 6 }, () => add({ slug: 'wanted', color: '' })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
      expect(await rows()).to.have.length(3);
      expect(await events()).to.have.length(1);
    });

    it('reports all problems of a request, and changes nothing', async () => {
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

    refusesUnauthorized(world, 'create', (as, { id }) =>
      world().call(create, { as, params: { projectId: id }, body: { slug: 'new', color: '' } }),
    );

    it('reveals no slugs to callers who may not create tags', async () => {
      const made = await setting();
      const as = await newProjectIdentity(world(), made, 'viewer');
      expectError(
        await world().call(create, { as, params: made.params, body: { slug: 'red', color: '' } }),
        403,
        'PermissionDenied',
      );
    });
  });

for (const generation of [projectTags, workspaceTags]) testCreating(generation);
