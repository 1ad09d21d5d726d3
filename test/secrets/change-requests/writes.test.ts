import { expect } from 'chai';
import { newGovernedProject } from '../../support/fixtures/change-policies.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('writes under a policy of changes', (world) => {
  it('become a request, which changes nothing before it is approved and merged', async () => {
    const { existing, govern, ask, author, approver, merge, approve, valueOf, show } =
      await newGovernedProject(world());
    await existing('API_KEY', 'old');
    await govern();
    const id = await ask('updateSecret', author, 'API_KEY', { secretValue: 'new' });
    expect(await valueOf('API_KEY')).to.equal('old');
    const shown = await show(approver, id);
    expect(shown.commits).to.have.length(1);
    expect(shown.commits[0]).to.deep.include({ op: 'update', secretKey: 'API_KEY', secretValue: 'new' });
    expect(shown.commits[0].secretVersion).to.deep.include({ version: 1, secretValue: 'old' });
    expect((await merge(approver, id)).status).to.equal(400);
    expect((await approve(author, id)).status).to.equal(400);
    expect((await approve(approver, id)).status).to.equal(200);
    const merged = await merge(author, id);
    expect(merged.status, JSON.stringify(merged.body)).to.equal(200);
    expect(merged.body.approval).to.include({ hasMerged: true, status: 'close' });
    expect(await valueOf('API_KEY')).to.equal('new');
    expect((await merge(author, id)).status).to.equal(400);
  });

  it('are direct where no policy governs, and for machines that it does not hold for', async () => {
    const setting = await newGovernedProject(world());
    const { write, author, govern, project } = setting;
    await govern({ secretPath: '/app/**', bypassForMachineIdentities: false });
    expect((await write('createSecret', author, 'FREE', { secretValue: 'x' })).body.secret.secretKey).to.equal('FREE');
    const machine = await newProjectIdentity(world(), setting, 'admin');
    const refused = await write('createSecret', machine, 'HELD', { secretValue: 'x', secretPath: '/app' });
    expect(refused.status).to.equal(403);
    expect(refused.body).to.include({ error: 'ChangePolicyRequired' });
    expect(refused.body.details.policies[0].name).to.equal('Production');
    expect(project.id).to.be.a('string');
  });

  it('become a request on each route, also for several secrets, and are made at the merge', async () => {
    const setting = await newGovernedProject(world());
    const { existing, govern, call, author, approver, approve, merge, project, names, blue, valueOf } = setting;
    const ids: Record<string, string> = {};
    for (const key of ['CHANGED', 'RENAMED', 'UNWANTED', 'TAGGED', 'MOVED', 'COPIED', 'BATCHED'])
      ids[key] = (await existing(key, `old ${key}`)).id;
    await existing('RESTORED', 'first');
    await existing('RESTORED_LATER', 'x');
    const { body: listed } = await call('listSecrets', author, {
      query: { projectId: project.id, environment: 'dev' },
    });
    const restored = listed.secrets.find(({ secretKey }: { secretKey: string }) => secretKey === 'RESTORED').id;
    await call('updateSecret', author, {
      params: { secretName: 'RESTORED' },
      body: { projectId: project.id, environment: 'dev', secretValue: 'second' },
    });
    await govern();
    const place = { projectId: project.id, environment: 'dev' };
    const legacy = { workspaceId: project.id, environment: 'dev' };
    const transfer = {
      projectId: project.id,
      sourceEnvironment: 'dev',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/app',
      shouldOverwrite: false,
    };
    const asked = [
      await call('createSecrets', author, {
        body: {
          ...place,
          secrets: [
            { secretKey: 'NEW_A', secretValue: 'a' },
            { secretKey: 'NEW_B', secretValue: 'b' },
          ],
        },
      }),
      await call('createRawSecret', author, { params: { secretName: 'NEW_C' }, body: { ...legacy, secretValue: 'c' } }),
      await call('updateSecrets', author, {
        body: { ...place, secrets: [{ secretKey: 'CHANGED', secretValue: 'new' }] },
      }),
      await call('updateRawSecret', author, {
        params: { secretName: 'RENAMED' },
        body: { ...legacy, newSecretName: 'RENAMED_NOW' },
      }),
      await call('deleteSecrets', author, { body: { ...place, secrets: [{ secretKey: 'UNWANTED' }] } }),
      await call('attachSecretTags', author, {
        params: { secretName: 'TAGGED' },
        body: { ...legacy, tagSlugs: [blue.slug] },
      }),
      await call('moveSecrets', author, { body: { ...transfer, secretIds: [ids.MOVED] } }),
      await call('duplicateSecrets', author, {
        body: { ...transfer, secretIds: [ids.COPIED], attributesToCopy: { value: true } },
      }),
      await call('restoreSecretVersion', author, { params: { secretId: restored, version: '1' } }),
      await call('commitBatch', author, {
        body: {
          projectId: project.id,
          environment: 'dev',
          secretPath: '/',
          message: 'all at once',
          changes: { secrets: { update: [{ secretKey: 'BATCHED', secretValue: 'new' }] }, folders: {} },
        },
      }),
    ];
    for (const { status, body } of asked) {
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.approval, JSON.stringify(body)).to.include({ status: 'open', hasMerged: false });
    }
    expect(asked.at(-1)!.body.approval.commitMessage).to.equal('all at once');
    expect(await names()).to.equal(
      '/:BATCHED /:CHANGED /:COPIED /:MOVED /:RENAMED /:RESTORED /:RESTORED_LATER /:TAGGED /:UNWANTED',
    );
    expect(await valueOf('CHANGED')).to.equal('old CHANGED');
    for (const { body } of asked) {
      await approve(approver, body.approval.id);
      const merged = await merge(author, body.approval.id);
      expect(merged.status, JSON.stringify(merged.body)).to.equal(200);
    }
    expect(await names()).to.equal(
      '/:BATCHED /:CHANGED /:COPIED /:NEW_A /:NEW_B /:NEW_C /:RENAMED_NOW /:RESTORED /:RESTORED_LATER /:TAGGED /app:COPIED /app:MOVED',
    );
    expect(await valueOf('CHANGED')).to.equal('new');
    expect(await valueOf('BATCHED')).to.equal('new');
    expect(await valueOf('RESTORED')).to.equal('first');
    expect(await valueOf('MOVED', '/app')).to.equal('old MOVED');
    expect(await valueOf('COPIED', '/app')).to.equal('old COPIED');
  });

  it('are refused where a request cannot say them, except for bypassers', async () => {
    const setting = await newGovernedProject(world());
    const { existing, govern, call, author, admin, project, folderIds, names } = setting;
    await existing('DEEP', 'x', { secretPath: '/app/deep' });
    await govern({ enforcementLevel: 'soft', bypassers: [author] });
    const remove = (as: { readonly token: string }) =>
      call('deleteFolder', as, {
        params: { folderId: folderIds['/app']! },
        body: { projectId: project.id, environment: 'dev', path: '/', forceDelete: true },
      });
    const refused = await remove(admin);
    expect(refused.status, JSON.stringify(refused.body)).to.equal(400);
    expect(refused.body.error).to.equal('ProtectedByPolicy');
    expect(await names()).to.equal('/app/deep:DEEP');
    const removed = await remove(author);
    expect(removed.status, JSON.stringify(removed.body)).to.equal(200);
    expect(await names()).to.equal('');
  });

  it('that two policies hold back are refused', async () => {
    const { existing, govern, call, author, project } = await newGovernedProject(world());
    const { id } = await existing('MOVED', 'x');
    await govern({ secretPath: '/' });
    await govern({ secretPath: '/app/**', name: 'App' });
    const { status, body } = await call('moveSecrets', author, {
      body: {
        projectId: project.id,
        sourceEnvironment: 'dev',
        destinationEnvironment: 'dev',
        destinationSecretPath: '/app',
        secretIds: [id],
        shouldOverwrite: false,
      },
    });
    expect(status).to.equal(400);
    expect(body.error).to.equal('ProtectedByPolicy');
    expect(body.details.policies).to.have.length(2);
  });

  it('of personal secrets are direct', async () => {
    const { existing, govern, write, author } = await newGovernedProject(world());
    await existing('API_KEY', 'shared');
    await govern();
    const { body } = await write('createSecret', author, 'API_KEY', { type: 'personal', secretValue: 'mine' });
    expect(body.secret).to.include({ type: 'personal', secretValue: 'mine' });
  });
});
