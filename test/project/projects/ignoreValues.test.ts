import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { Canaries, everyFile, everyRow } from '../../support/expect/canaries.ts';
import { dataKeysOf, rotateAll, startRotating } from '../../support/fixtures/key-rotation.ts';
import { addToProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { execute } from '../../support/world/sql.ts';
import { databaseKinds, newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

const update = async (world: World, as: { token: string }, projectId: string, values: readonly string[]) => {
  const body = { secretDetectionIgnoreValues: values };
  const response = await world.call('updateProject', { as, params: { projectId }, body });
  expect(response.status, JSON.stringify(response.body)).to.equal(200);
};

const valuesOf = async (world: World, as: { token: string }, projectId: string): Promise<string[]> => {
  const { body } = await world.call('getProject', { as, params: { projectId } });
  return body.project.secretDetectionIgnoreValues as string[];
};

onEachDatabase('values that secret detection ignores', (world) => {
  const newSetting = async () => {
    const setting = await newProjectWithAdmin(world());
    const values = ['not-a-secret', 'perhaps-one'];
    await update(world(), setting.admin, setting.project.id, values);
    const { id: projectId, slug } = setting.project;
    const params = { projectId, workspaceId: projectId, slug, workspaceSlug: slug };
    const show = async (id: OperationId, as: { token: string }, body?: unknown): Promise<string> => {
      const response = await world().call(id, { as, params, ...(body !== undefined && { body }) });
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      return JSON.stringify(response.body);
    };
    return { ...setting, values: `"secretDetectionIgnoreValues":${JSON.stringify(values)}`, show };
  };
  const none = '"secretDetectionIgnoreValues":[]';

  it('are shown to those who may edit the settings of the project, and to nobody else', async () => {
    const { organization, project, admin, values, show } = await newSetting();
    const viewer = await world().newUser(organization, 'admin');
    await addToProject(world(), project, viewer, 'viewer');
    const editor = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, editor, [{ subject: 'settings', action: 'edit' }]);
    for (const id of ['getProject', 'getProjectBySlug', 'getWorkspace', 'getWorkspaceBySlug'] as const) {
      for (const as of [admin, editor]) expect(await show(id, as), id).to.contain(values);
      expect(await show(id, viewer), id).to.contain(none);
    }
    for (const id of ['updateProject', 'updateWorkspace', 'updateWorkspaceBySlug'] as const)
      expect(await show(id, editor, { name: 'Renamed' }), id).to.contain(values);
  });

  it('are not shown in lists, or when the project is deleted', async () => {
    const { organization, admin, show } = await newSetting();
    expect(await show('listAllProjects', await world().newUser(organization, 'admin'))).to.contain(none);
    for (const id of ['listProjects', 'listWorkspaces', 'deleteProject'] as const)
      expect(await show(id, admin), id).to.contain(none);
  });
});

for (const kind of databaseKinds)
  describe(`stored values that secret detection ignores [${kind}]`, () => {
    it('are encrypted, also again with new keys', async () => {
      const canaries = new Canaries();
      const storage = await newStorage(kind);
      const world = await startRotating(storage);
      const { admin, project } = await newProjectWithAdmin(world);
      const values = [canaries.plant('the first'), canaries.plant('the second')];
      await update(world, admin, project.id, values);
      const [old] = await dataKeysOf(world);
      expect(await rotateAll(world)).to.include({ status: 'idle', error: null });
      expect((await dataKeysOf(world)).map(({ id }) => id))
        .to.have.length(1)
        .and.not.to.include(old!.id);
      expect(await valuesOf(world, admin, project.id)).to.deep.equal(values);
      expect(canaries.foundIn(await everyRow(storage))).to.deep.equal([]);
      await update(world, admin, project.id, []);
      expect(await valuesOf(world, admin, project.id)).to.deep.equal([]);
    });

    it('are encrypted at the start if an earlier version has stored them as they are', async () => {
      const canaries = new Canaries();
      const storage = await newStorage(kind);
      const world = await ownWorld(storage);
      const { admin, project } = await newProjectWithAdmin(world);
      const values = [canaries.plant('a value')];
      await world.server.stop();
      const plain = JSON.stringify(values).replaceAll("'", "''");
      await execute(storage, `update projects set "secretDetectionIgnoreValues" = '${plain}'`);
      expect(canaries.foundIn(await everyRow(storage))).to.have.length(1);

      const restarted = await ownWorld(storage);
      expect(await valuesOf(restarted, admin, project.id)).to.deep.equal(values);
      expect(canaries.foundIn(await everyRow(storage))).to.deep.equal([]);
      await restarted.server.stop();
      if (kind === 'sqlite')
        for (const [name, bytes] of Object.entries(everyFile(storage)))
          expect(canaries.foundIn(bytes), name).to.deep.equal([]);
    });
  });
