import { expect } from 'chai';
import { newProjectWithTags } from '../../support/fixtures/tags.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { findsOnlyOwnTags, refusesUnauthorized, start } from './checks.ts';
import { type Generation, projectTags, workspaceTags } from './generations.ts';

const testGetting = (
  operation: Generation['get'],
  answered: Generation['answered'],
  paramOf: (tag: { id: string; slug: string }) => Record<string, string>,
): void =>
  onEitherDatabase(operation, (world) => {
    const get = (as: { token: string }, project: { id: string }, tag: { id: string; slug: string }) =>
      world().call(operation, { as, params: { projectId: project.id, ...paramOf(tag) } });

    it('returns all fields, with the slug as name', async () => {
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

    refusesUnauthorized(world, 'read', (as, project, { red }) => get(as, project, red));
    findsOnlyOwnTags(world, 'read', get);
  });

const testGettingById = ({ get, answered }: Generation): void =>
  testGetting(get, answered, ({ id }) => ({ tagId: id }));

const testGettingBySlug = ({ getBySlug, answered }: Generation): void =>
  testGetting(getBySlug, answered, ({ slug }) => ({ tagSlug: slug }));

for (const generation of [projectTags, workspaceTags]) testGettingById(generation);

for (const generation of [projectTags, workspaceTags]) testGettingBySlug(generation);
