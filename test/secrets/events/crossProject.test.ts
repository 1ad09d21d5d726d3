import { expect } from 'chai';
import { dependentsOf, maxExternalDependents } from '../../../src/events/dependents.ts';
import { newProjectWithSecrets, newSecret, secretCall } from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { newSecrets } from '../../support/fixtures/secret-reads.ts';
import { listen } from '../../support/clients/streams.ts';
import { newTwoProjects, readRule } from '../../support/fixtures/two-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('events of imports and references between projects', (world) => {
  const update = secretCall(world, 'updateSecret');

  /** Administers one project, and may read in the other. */
  const newLinkable = async () => {
    const projects = await newTwoProjects(world());
    await addToProject(world(), projects.there.project, projects.here.admin, [readRule()]);
    return projects;
  };

  it('are emitted for every folder that refers to the change, directly or indirectly, and for no other', async () => {
    const { here, there, elsewhere, newReader } = await newLinkable();
    await newSecrets(world(), there, { 'dev:/app:KEY': 'k', 'dev:/:ROOT': '${dev.app.KEY}' });
    await newSecrets(world(), here, {
      'dev:/app:A': elsewhere('dev.app.KEY'),
      'dev:/:B': '${dev.app.A}',
      'prod:/:C': elsewhere('dev.ROOT'),
    });
    const reader = await newReader('admin');
    const stream = await listen(world(), reader, here.project.id);
    const source = await listen(world(), there.admin, there.project.id);

    await update(there, 'KEY', { secretPath: '/app', secretValue: 'new' });
    expect(await stream.received()).to.have.members([
      'secret:import-mutation dev:/app',
      'secret:import-mutation dev:/',
    ]);
    expect(await source.received()).to.deep.equal(['secret:update dev:/app KEY', 'secret:import-mutation dev:/']);
    await newSecret(world(), there, 'OTHER', { secretPath: '/app' });
    expect(await stream.received()).to.have.members([
      'secret:import-mutation dev:/app',
      'secret:import-mutation dev:/',
    ]);
    await secretCall(world, 'deleteSecret')(there, 'KEY', { secretPath: '/app' });
    expect(await stream.received()).to.have.members([
      'secret:import-mutation dev:/app',
      'secret:import-mutation dev:/',
    ]);
    await update(there, 'ROOT', { secretValue: 'new' });
    expect(await stream.received()).to.deep.equal(['secret:import-mutation prod:/']);
    await newSecret(world(), there, 'ELSEWHERE', { environment: 'staging' });
    expect(await stream.received()).to.deep.equal([]);
  });

  it('are sent only to subscribers who may read the source at that time', async () => {
    const { here, there, elsewhere, newReader, removeReader } = await newLinkable();
    await newSecrets(world(), there, { 'dev:/app:KEY': 'k' });
    await newSecrets(world(), here, { 'dev:/:A': elsewhere('dev.app.KEY') });
    const reader = await newReader([readRule({ secretPath: '/app' })]);
    const others = [
      await newReader(),
      await newReader('no-access'),
      await newReader([readRule({ environment: 'prod' })]),
      await newReader([{ subject: 'secrets', action: 'describeSecret' }]),
    ];
    const stream = await listen(world(), reader, here.project.id);
    const otherStreams = [];
    for (const other of others) otherStreams.push(await listen(world(), other, here.project.id));

    await update(there, 'KEY', { secretPath: '/app', secretValue: 'new' });
    expect(await stream.received()).to.deep.equal(['secret:import-mutation dev:/']);
    for (const other of otherStreams) expect(await other.received()).to.deep.equal([]);
    await removeReader(reader);
    await update(there, 'KEY', { secretPath: '/app', secretValue: 'newer' });
    await newSecret(world(), here, 'OWN');
    for (const one of [stream, ...otherStreams])
      expect(await one.received()).to.deep.equal(['secret:create dev:/ OWN']);
  });

  it('are not emitted, and use no sequence number, if the author of the reference may not read the source', async () => {
    const { here, there, elsewhere, newReader } = await newTwoProjects(world());
    await newSecrets(world(), there, { 'dev:/app:KEY': 'k' });
    const reader = await newReader([readRule()]);
    const stream = await listen(world(), reader, here.project.id);
    await newSecret(world(), here, 'A', { secretValue: elsewhere('dev.app.KEY') });
    const { events } = world().server.parts.stores;
    const last = await events.lastNumber(here.project.id);
    await update(there, 'KEY', { secretPath: '/app', secretValue: 'new' });
    expect(await stream.received()).to.deep.equal(['secret:create dev:/ A']);
    expect(await events.lastNumber(here.project.id)).to.equal(last);
    // After an author with the permission writes the reference, events are emitted.
    await update(here, 'A', { secretComment: 'by another' }, reader);
    await update(there, 'KEY', { secretPath: '/app', secretValue: 'newer' });
    expect(await stream.received()).to.deep.equal(['secret:update dev:/ A', 'secret:import-mutation dev:/']);
  });

  it('are emitted for deleted, created and moved folders of the source', async () => {
    const { here, there, elsewhere, newReader } = await newLinkable();
    await newSecrets(world(), there, { 'dev:/app:KEY': 'k' });
    await newSecrets(world(), here, {
      'dev:/:OLD': elsewhere('dev.app.KEY'),
      'prod:/:NEW': elsewhere('dev.renamed.KEY'),
    });
    const stream = await listen(world(), await newReader('admin'), here.project.id);
    const { admin: as, project, folderIds } = there;
    const body = { projectId: project.id, environment: 'dev' };
    expect(
      (
        await world().call('updateFolder', {
          as,
          params: { folderId: folderIds['/app']! },
          body: { ...body, name: 'renamed' },
        })
      ).status,
    ).to.equal(200);
    expect(await stream.received()).to.have.members(['secret:import-mutation dev:/', 'secret:import-mutation prod:/']);
    expect(
      (
        await world().call('deleteFolder', {
          as,
          params: { folderId: 'renamed' },
          body: { ...body, forceDelete: true },
        })
      ).status,
    ).to.equal(200);
    expect(await stream.received()).to.deep.equal(['secret:import-mutation prod:/']);
  });

  it('are emitted for references that name their own project', async () => {
    const { here } = await newTwoProjects(world());
    await newSecrets(world(), here, { 'dev:/app:KEY': 'k', 'prod:/:A': `\${@${here.project.slug}.dev.app.KEY}` });
    const stream = await listen(world(), here.admin, here.project.id);
    await update(here, 'KEY', { secretPath: '/app', secretValue: 'new' });
    expect(await stream.received()).to.deep.equal(['secret:update dev:/app KEY', 'secret:import-mutation prod:/']);
  });

  it('are not emitted for a project of another organization with the same slug', async () => {
    const { there, elsewhere } = await newTwoProjects(world());
    const outsider = await newProjectWithSecrets(world());
    await newSecrets(world(), outsider, { 'dev:/:A': elsewhere('dev.KEY') });
    const { inProject: own, inOtherProjects: found } = await dependentsOf(
      world().server.parts.stores,
      there.project.id,
      [{ id: there.ids.dev!, environment: 'dev', path: '/' }],
    );
    expect([own, found]).to.deep.equal([[], []]);
  });

  it('are limited, however many folders refer to the change', async () => {
    const { here, there, elsewhere } = await newLinkable();
    const { database, ids } = world().server.parts;
    const { id } = await newSecret(world(), here, 'A', { secretPath: '/app', secretValue: elsewhere('dev.KEY') });
    // Each folder imports the previous one.
    const { projectId, environmentId, createdAt, updatedAt, ...row } = (await database
      .read('secret_folders')
      .where({ id: here.folderIds['/app'] })
      .first())!;
    await database.transaction(ofInstance, async ({ db }) => {
      let source = row.id as string;
      for (let index = 0; index < maxExternalDependents + 10; index += 1) {
        const folderId = ids.uuid();
        await db('secret_folders').insert({
          ...row,
          id: folderId,
          projectId,
          environmentId,
          name: `f${index}`,
          path: `/f${index}`,
          createdAt,
          updatedAt,
        });
        if (index < 20)
          await db('secret_imports').insert({
            id: ids.uuid(),
            projectId,
            folderId,
            sourceFolderId: source,
            position: 1,
            version: 1,
            createdAt,
            updatedAt,
          });
        else
          await db('secrets').insert({
            id: `${id}-${index}`,
            projectId,
            folderId,
            key: 'K',
            ownerId: '',
            sharedId: null,
            version: 1,
            createdAt,
            updatedAt,
          });
        if (index >= 20)
          await db('secret_references').insert({
            secretId: `${id}-${index}`,
            projectId,
            projectSlug: there.project.slug,
            referredProjectId: there.project.id,
            environment: 'dev',
            path: '/',
            key: 'KEY',
          });
        source = folderId;
      }
    });
    const { inOtherProjects: found } = await dependentsOf(world().server.parts.stores, there.project.id, [
      { id: there.ids.dev!, environment: 'dev', path: '/' },
    ]);
    expect(found).to.have.length(maxExternalDependents);
    expect(new Set(found.map(({ folder }) => folder.id)).size).to.equal(maxExternalDependents);
  });
});
