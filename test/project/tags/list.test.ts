import { expect } from 'chai';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { newProjectWithTags, newTag } from '../../support/fixtures/tags.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { type Attempt, refusesUnauthorized } from './checks.ts';
import { type Generation, projectTags, workspaceTags } from './generations.ts';

const testListing = ({ list, answered }: Generation): void =>
  onEitherDatabase(list, (world) => {
    const call: Attempt = (as, { id }) => world().call(list, { as, params: { projectId: id } });

    it('lists the tags of the project by slug', async () => {
      const { admin, project, red, blue } = await newProjectWithTags(world());
      await newProjectWithTags(world());
      const green = await newTag(world(), project, 'green');
      const { status, body } = await world().call(list, { as: admin, params: { projectId: project.id } });
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ [`${answered}s`]: [blue, green, red] });
    });

    it('is empty if there are none', async () => {
      const { admin, organization } = await newProjectWithTags(world());
      const bare = await newProject(world(), organization);
      await addToProject(world(), bare, admin, 'viewer');
      expect((await world().call(list, { as: admin, params: { projectId: bare.id } })).body).to.deep.equal({
        [`${answered}s`]: [],
      });
    });

    refusesUnauthorized(world, 'read', call);
  });

for (const generation of [projectTags, workspaceTags]) testListing(generation);
