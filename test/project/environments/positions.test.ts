import { expect } from 'chai';
import { newProjectWithEnvironments, type TestEnvironments } from '../../support/fixtures/environments.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

/** Runs conflicting changes concurrently; afterwards the positions must be consecutive. */
const runChanges = async (nodes: readonly World[], { admin, project, ids }: TestEnvironments): Promise<number[]> => {
  const { id: projectId } = project;
  const jobs = Array.from({ length: 20 }, (_, number) => {
    const node = nodes[number % nodes.length]!;
    const params = { projectId, id: ids[`e${number}`]! };
    return [
      node.call('createEnvironment', {
        as: admin,
        params: { projectId },
        body: { name: 'New', slug: `new-${number}`, ...(number % 2 === 0 && { position: 1 + number }) },
      }),
      node.call('updateWorkspaceEnvironment', {
        as: admin,
        params: { workspaceId: projectId, id: ids[`m${number}`]! },
        body: { position: 1 + ((number * 7) % 20) },
      }),
      node.call('updateEnvironment', {
        as: admin,
        params: { projectId, id: ids[`m${number}`]! },
        body: { name: 'Renamed meanwhile' },
      }),
      node.call('deleteEnvironment', { as: admin, params, query: { hardDelete: String(number % 2 === 0) } }),
    ];
  }).flat();
  return (await Promise.all(jobs)).map(({ status }) => status);
};

const changeConcurrently = async (nodes: readonly World[]): Promise<void> => {
  const slugs = Array.from({ length: 20 }, (_, number) => [`e${number}`, `m${number}`]).flat();
  const setting = await newProjectWithEnvironments(nodes[0]!, slugs);
  expect(new Set(await runChanges(nodes, setting))).to.deep.equal(new Set([200]));
  const left = (await setting.order()).split(' ');
  expect(left).to.have.members([
    ...slugs.filter((slug) => slug.startsWith('m')),
    ...Array.from({ length: 20 }, (_, number) => `new-${number}`),
  ]);

  const deleted = slugs.filter((slug) => slug.startsWith('e')).filter((_, number) => number % 2 === 1);
  const { admin: as, project, ids } = setting;
  const answers = await Promise.all(
    deleted.map((slug, number) =>
      nodes[number % nodes.length]!.call('restoreEnvironment', {
        as,
        params: { projectId: project.id, id: ids[slug]! },
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
  expect((await setting.order()).split(' ').slice(-10)).to.have.members(deleted);
};

onEachDatabase('positions of environments', (world) => {
  it('stay consecutive under concurrent changes', () => changeConcurrently([world()]));

  it('stay consecutive if concurrent requests use the same slug, of which one succeeds', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { admin: as, project } = setting;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world().call('createEnvironment', {
          as,
          params: { projectId: project.id },
          body: { name: 'Same', slug: 'same', position: 1 },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 400)).to.have.length(19);
    expect(await setting.order()).to.equal('same dev staging prod');
    expect(await setting.entries()).to.have.length(1);
  });
});

describe('positions of environments on two nodes', () => {
  it('stay consecutive under concurrent changes', async () => {
    const storage = await newStorage('postgres');
    await changeConcurrently([await ownWorld(storage), await ownWorld(storage)]);
  });
});
