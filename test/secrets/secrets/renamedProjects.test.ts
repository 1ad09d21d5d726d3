import { expect } from 'chai';
import { batchCall, newProjectWithSecrets, newSecret, secretCall } from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { getCall, newSecrets, valueOf } from '../../support/fixtures/secret-reads.ts';
import { deleteFolder, deleteSecret, trashCalls } from '../../support/fixtures/trash.ts';
import { newTwoProjects } from '../../support/fixtures/two-projects.ts';
import { listen } from '../../support/clients/streams.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('references to a project whose slug another one takes', (world) => {
  const get = getCall(world);
  const update = secretCall(world, 'updateSecret');

  const rename = async ({ admin: as, project }: Parameters<typeof get>[0], slug: string): Promise<void> => {
    const response = await world().call('updateProject', { as, params: { projectId: project.id }, body: { slug } });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
  };

  /** A reference to KEY of another project, and what somebody does who wants its readers to get another value. */
  const newReference = async () => {
    const { here, there, elsewhere } = await newTwoProjects(world());
    const { slug } = there.project;
    await addToProject(world(), there.project, here.admin, 'admin');
    await newSecrets(world(), there, { 'dev:/app:KEY': 'right' });
    const reference = elsewhere('dev.app.KEY');
    const secret = await newSecret(world(), here, 'A', { secretPath: '/app', secretValue: reference });
    const taker = await newProjectWithSecrets(world(), ['/app'], here.organization);
    await addToProject(world(), taker.project, here.admin, 'admin');
    await newSecrets(world(), taker, { 'dev:/app:KEY': 'wrong' });
    return {
      here,
      there,
      taker,
      reference,
      secretId: secret.id,
      valueIn: async (secretPath: string) => valueOf(await get(here, 'A', { secretPath })),
      take: async () => {
        await rename(there, `${slug}-2`);
        await rename(taker, slug);
      },
      giveBack: async () => {
        await rename(taker, `${slug}-3`);
        await rename(there, slug);
      },
    };
  };
  type Setting = Awaited<ReturnType<typeof newReference>>;

  it('stay as they are while the slug is not that of the project that they were written for', async () => {
    const { valueIn, take, giveBack, reference } = await newReference();
    expect(await valueIn('/app')).to.equal('right');
    await take();
    expect(await valueIn('/app')).to.equal(reference);
    await giveBack();
    expect(await valueIn('/app')).to.equal('right');
  });

  it('stay as they are after the project was deleted', async () => {
    const { there, taker, valueIn, reference } = await newReference();
    const { status } = await world().call('deleteProject', {
      as: there.admin,
      params: { projectId: there.project.id },
    });
    expect(status).to.equal(200);
    await rename(taker, there.project.slug);
    expect(await valueIn('/app')).to.equal(reference);
  });

  it('follow the slug when the value is written again', async () => {
    const { here, valueIn, take, reference } = await newReference();
    await take();
    expect((await update(here, 'A', { secretPath: '/app', secretValue: reference })).status).to.equal(200);
    expect(await valueIn('/app')).to.equal('wrong');
  });

  it('stay as they are if no project had the slug when the value was written', async () => {
    const { here, taker } = await newReference();
    const reference = `\${@${taker.project.slug}-new.dev.app.KEY}`;
    await newSecret(world(), here, 'EARLY', { secretValue: reference });
    await rename(taker, `${taker.project.slug}-new`);
    expect(valueOf(await get(here, 'EARLY'))).to.equal(reference);
    await update(here, 'EARLY', { secretComment: 'Only a comment.' });
    expect(valueOf(await get(here, 'EARLY'))).to.equal(reference);
    await update(here, 'EARLY', { secretValue: reference });
    expect(valueOf(await get(here, 'EARLY'))).to.equal('wrong');
  });

  const transfer = ({ secretId }: Setting) => ({
    sourceEnvironment: 'dev',
    sourceSecretPath: '/app',
    destinationEnvironment: 'dev',
    secretIds: [secretId],
  });

  /** Copies the value of /app to another version or folder; returns the folder. */
  const copies: Readonly<Record<string, (setting: Setting) => Promise<string>>> = {
    'a change of something else': async ({ here }) => {
      await update(here, 'A', { secretPath: '/app', secretComment: 'Changed.' });
      return '/app';
    },
    'a restored version': async ({ here, secretId }) => {
      await update(here, 'A', { secretPath: '/app', secretValue: 'another' });
      await world().call('restoreSecretVersion', { as: here.admin, params: { secretId, version: '1' } });
      return '/app';
    },
    'a moved secret': async (setting) => {
      await batchCall(world, 'moveSecrets')(setting.here, transfer(setting));
      return '/';
    },
    'a secret that replaces another one': async (setting) => {
      await newSecret(world(), setting.here, 'A');
      await batchCall(world, 'moveSecrets')(setting.here, { ...transfer(setting), shouldOverwrite: true });
      return '/';
    },
    'a copy': async (setting) => {
      const attributesToCopy = { value: true };
      await batchCall(world, 'duplicateSecrets')(setting.here, { ...transfer(setting), attributesToCopy });
      return '/';
    },
    'a rollback': async ({ here: { admin: as, project } }) => {
      const where = { projectId: project.id, environment: 'dev', path: '/app' };
      const body = { ...where, at: world().clock.now().toISOString() };
      await world().clock.later(60, async () => {
        await update({ admin: as, project }, 'A', { secretPath: '/app', secretValue: 'another' });
        await world().call('rollbackToTime', { as, body });
      });
      return '/app';
    },
    'a secret from the trash': async ({ here }) => {
      const id = await deleteSecret(world(), here, 'A', { secretPath: '/app' });
      await trashCalls(world).restore(here, id);
      return '/app';
    },
    'a folder from the trash': async ({ here }) => {
      await trashCalls(world).restore(here, await deleteFolder(world(), here, 'app'));
      return '/app';
    },
  };
  for (const [what, copy] of Object.entries(copies)) {
    it(`of ${what} lead to the project that the value was written for`, async () => {
      const setting = await newReference();
      await setting.take();
      const secretPath = await copy(setting);
      expect(await setting.valueIn(secretPath)).to.equal(setting.reference);
      await setting.giveBack();
      expect(await setting.valueIn(secretPath)).to.equal('right');
      const stream = await listen(world(), setting.here.admin, setting.here.project.id);
      await update(setting.there, 'KEY', { secretPath: '/app', secretValue: 'changed' });
      expect(await stream.received()).to.include(`secret:import-mutation dev:${secretPath}`);
    });
  }

  it('cause no events about changes of the other project', async () => {
    const { here, there, taker, take } = await newReference();
    await take();
    const stream = await listen(world(), here.admin, here.project.id);
    await update(taker, 'KEY', { secretPath: '/app', secretValue: 'changed' });
    await update(there, 'KEY', { secretPath: '/app', secretValue: 'changed' });
    expect(await stream.received()).to.deep.equal([]);
  });
});
