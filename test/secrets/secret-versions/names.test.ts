import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import {
  deny,
  newProjectWithSecrets,
  rule,
  secretCall,
  storedSecret,
  unchanged,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const hidden = '<hidden-by-infisical>';
const everything = rule(['describeSecret', 'readValue', 'create', 'edit', 'delete']);

onEachDatabase('versions of a secret that had another name', (world) => {
  /** ROOT_PW with two values, now named APP_FLAG with a third value. */
  const setting = async () => {
    const given = await newProjectWithSecrets(world());
    const history = await newHistory(world(), given, 'ROOT_PW', [
      { secretValue: 'one' },
      { secretValue: 'two' },
      { secretValue: 'three', newSecretName: 'APP_FLAG' },
    ]);
    return { ...given, ...history };
  };
  const list = (as: { token: string }, secretId: string) =>
    world().call('listSecretVersions', { as, params: { secretId } });
  const value = (as: { token: string }, secretId: string, version: string) =>
    world().call('getSecretVersionValue', { as, params: { secretId, version } });
  const restore = (as: { token: string }, secretId: string, version: string) =>
    world().call('restoreSecretVersion', { as, params: { secretId, version } });
  const get = ({ project }: TestSecrets, as: { token: string }, query: Record<string, string> = {}) =>
    world().call('getSecret', {
      as,
      params: { secretName: 'APP_FLAG' },
      query: { projectId: project.id, environment: 'dev', ...query },
    });

  it('show earlier values only to callers who may read them under the earlier name', async () => {
    const given = await setting();
    const reader = await newProjectIdentity(world(), given, [
      everything,
      deny('readValue', { secretName: { $glob: 'ROOT_*' } }),
    ]);
    const { status, body } = await list(reader, given.id);
    expect(status).to.equal(200);
    const shown = body.secretVersions.map((version: any) => [
      version.version,
      version.secretKey,
      version.secretValue,
      version.secretValueHidden,
    ]);
    expect(shown).to.deep.equal([
      [3, 'APP_FLAG', 'three', false],
      [2, 'ROOT_PW', hidden, true],
      [1, 'ROOT_PW', hidden, true],
    ]);
    const facts = await world().call('listSecretVersionFacts', { as: reader, params: { secretId: given.id } });
    expect(facts.body.secretVersions.map(({ secretValueHidden }: any) => secretValueHidden)).to.deep.equal([
      false,
      true,
      true,
    ]);
    expect((await value(reader, given.id, '1')).body).to.deep.equal({ value: hidden });
    expect((await value(reader, given.id, '3')).body).to.deep.equal({ value: 'three' });
    expectError(await get(given, reader, { version: '1' }), 404, 'NotFound');
    await unchanged(given, async () =>
      expectError(await restore(reader, given.id, '1'), 403, 'PermissionDenied', /read the values of secrets/),
    );
    expect((await storedSecret(world(), given, 'APP_FLAG'))!.value).to.equal('three');
    expect((await get(given, reader)).body.secret.secretValue).to.equal('three');
  });

  it('do not exist for callers who may not see the earlier name', async () => {
    const given = await setting();
    const reader = await newProjectIdentity(world(), given, [
      everything,
      deny('describeSecret', { secretName: { $glob: 'ROOT_*' } }),
    ]);
    const names = (await list(reader, given.id)).body.secretVersions.map(({ secretKey }: any) => secretKey);
    expect(names).to.deep.equal(['APP_FLAG']);
    const facts = await world().call('listSecretVersionFacts', { as: reader, params: { secretId: given.id } });
    expect(facts.body.secretVersions).to.have.length(1);
    expectError(await value(reader, given.id, '1'), 403, 'PermissionDenied', /describe secrets/);
  });

  it('cannot be restored or redacted by callers who may not edit under the earlier name', async () => {
    const given = await setting();
    const editor = await newProjectIdentity(world(), given, [
      everything,
      deny('edit', { secretName: { $glob: 'ROOT_*' } }),
    ]);
    await unchanged(given, async () => {
      expectError(await restore(editor, given.id, '1'), 403, 'PermissionDenied', /edit/);
      expectError(
        await world().call('redactSecretVersion', { as: editor, params: { versionId: given.versionIds[0]! } }),
        403,
        'PermissionDenied',
        /edit/,
      );
    });
    expect((await restore(given.admin, given.id, '1')).body.secret).to.include({
      secretKey: 'APP_FLAG',
      secretValue: 'one',
    });
  });

  it('cannot be moved to another folder by callers who may not read them', async () => {
    const given = await setting();
    const mover = await newProjectIdentity(world(), given, [
      everything,
      { subject: 'secret-folders', action: ['create', 'edit', 'delete'] },
      deny('readValue', { secretName: { $glob: 'ROOT_*' }, secretPath: '/' }),
    ]);
    const move = (as: { token: string }) =>
      world().call('moveSecrets', {
        as,
        body: {
          projectId: given.project.id,
          sourceEnvironment: 'dev',
          sourceSecretPath: '/',
          destinationEnvironment: 'dev',
          destinationSecretPath: '/app',
          secretIds: [given.id],
          shouldOverwrite: false,
        },
      });
    await unchanged(given, async () =>
      expectError(await move(mover), 403, 'PermissionDenied', /read the values of secrets/),
    );
    expect((await move(given.admin)).status).to.equal(200);
    const rename = (as: { token: string }) =>
      world().call('updateFolder', {
        as,
        params: { folderId: given.folderIds['/app']! },
        body: { projectId: given.project.id, environment: 'dev', path: '/', name: 'public' },
      });
    const another = await newProjectIdentity(world(), given, [
      everything,
      { subject: 'secret-folders', action: ['create', 'edit', 'delete'] },
      deny('readValue', { secretName: { $glob: 'ROOT_*' }, secretPath: '/app' }),
    ]);
    await unchanged(given, async () =>
      expectError(await rename(another), 403, 'PermissionDenied', /read the values of secrets/),
    );
    expect((await rename(given.admin)).status).to.equal(200);
  });

  it('cannot be renamed by callers who may not read them, if that lets others read them', async () => {
    const given = await newProjectWithSecrets(world());
    await secretCall(world, 'createSecret')(given, 'ROOT_PW', { secretValue: 'one' });
    const editor = await newProjectIdentity(world(), given, [rule('edit')]);
    const rename = (as: { token: string }) =>
      secretCall(world, 'updateSecret')(given, 'ROOT_PW', { newSecretName: 'APP_FLAG' }, as);
    const reader = await newProjectIdentity(world(), given, [
      rule(['describeSecret', 'readValue'], { secretName: { $glob: 'APP_*' } }),
    ]);
    await unchanged(given, async () =>
      expectError(await rename(editor), 403, 'PermissionDenied', /read the values of secrets/),
    );
    expectError(await get(given, reader), 404, 'NotFound');
    expect((await rename(given.admin)).status).to.equal(200);
    expect((await get(given, reader)).body.secret.secretValue).to.equal('one');
  });
});
