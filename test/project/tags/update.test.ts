import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newProjectWithTags, newTag } from '../../support/fixtures/tags.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { badSlugs, findsOnlyOwnTags, refusesUnauthorized } from './checks.ts';
import { type Generation, projectTags, workspaceTags } from './generations.ts';

const later = '2030-01-01T00:01:00.000Z';

const testUpdating = ({ update, answered }: Generation): void =>
  onEitherDatabase(update, (world) => {
    const setting = async () => {
      const made = await newProjectWithTags(world());
      const params = { projectId: made.project.id, tagId: made.red.id };
      return { ...made, params, change: (body?: unknown) => world().call(update, { as: made.admin, params, body }) };
    };

    it('updates the given fields and keeps the others', async () => {
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

    it('accepts any color up to its maximum length, an empty one, and null', async () => {
      const { change } = await setting();
      for (const color of ['', 'x'.repeat(63), 'x'.repeat(64), null])
        expect((await change({ color })).body[answered].color).to.equal(color);
    });

    it('accepts slugs of 1 to 64 characters', async () => {
      const { change } = await setting();
      for (const slug of ['a', 'x'.repeat(63), 'x'.repeat(64)])
        expect((await change({ slug })).body[answered].slug).to.equal(slug);
    });

    it('changes and records nothing if no value differs', async () => {
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

    it('refuses a slug that is in use in this project, and changes nothing', async () => {
      const { organization, change, rows, events } = await setting();
      const before = await rows();
      expectError(await change({ slug: 'blue', color: 'navy' }), 400, 'BadRequest', /"blue".* already/);
      expect(await rows()).to.deep.equal(before);
      expect(await events()).to.deep.equal([]);
      await newTag(world(), await newProject(world(), organization), 'elsewhere');
      expect((await change({ slug: 'elsewhere' })).status).to.equal(200);
    });

    it('reports all problems of a request, and changes nothing', async () => {
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

    refusesUnauthorized(world, 'edit', (as, { id }, { red }) =>
      world().call(update, { as, params: { projectId: id, tagId: red.id }, body: { slug: 'blue-green' } }),
    );
    findsOnlyOwnTags(world, 'edit', (as, project, { id }) =>
      world().call(update, { as, params: { projectId: project.id, tagId: id }, body: { slug: 'mine' } }),
    );

    it('reveals no slugs to callers who may not update tags', async () => {
      const made = await setting();
      const as = await newProjectIdentity(world(), made, 'viewer');
      expectError(
        await world().call(update, { as, params: made.params, body: { slug: 'blue' } }),
        403,
        'PermissionDenied',
      );
    });
  });

for (const generation of [projectTags, workspaceTags]) testUpdating(generation);
