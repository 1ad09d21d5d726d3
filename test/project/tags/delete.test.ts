import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithTags } from '../../support/fixtures/tags.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { findsOnlyOwnTags, refusesUnauthorized } from './checks.ts';
import { type Generation, projectTags, workspaceTags } from './generations.ts';

const testDeleting = ({ create, delete: operation, answered }: Generation): void =>
  onEitherDatabase(operation, (world) => {
    const remove = (as: { token: string }, project: { id: string }, { id }: { id: string }, body?: unknown) =>
      world().call(operation, { as, params: { projectId: project.id, tagId: id }, body });

    it('permanently deletes the tag and returns it', async () => {
      const { admin, project, red, blue, rows, events } = await newProjectWithTags(world());
      const { status, body } = await remove(admin, project, red);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ [answered]: red });
      expect(await rows()).to.deep.equal([blue]);
      expect(await events()).to.deep.equal([
        { actorId: admin.id, eventType: 'delete-tag', eventMetadata: { tagId: red.id, slug: 'red' } },
      ]);
      expectError(await remove(admin, project, red), 404, 'NotFound', /Tag not found/);
      expect(await events()).to.have.length(1);
    });

    it('releases its slug', async () => {
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

    it('accepts a body, which some clients send', async () => {
      const { admin, project, red } = await newProjectWithTags(world());
      expect((await remove(admin, project, red, { anything: true })).status).to.equal(200);
    });

    it('succeeds only once for concurrent requests', async () => {
      const { admin, project, red, events } = await newProjectWithTags(world());
      const answers = await Promise.all(Array.from({ length: 4 }, () => remove(admin, project, red)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404]);
      expect(await events()).to.have.length(1);
    });

    refusesUnauthorized(world, 'delete', (as, project, { red }) => remove(as, project, red));
    findsOnlyOwnTags(world, 'delete', remove);
  });

for (const generation of [projectTags, workspaceTags]) testDeleting(generation);
