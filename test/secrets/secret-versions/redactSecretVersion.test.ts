import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  newProjectWithSecrets,
  newSecret,
  decryptedVersion,
  secretCall,
  unchanged,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { checksSecretAccess } from './checks.ts';
import { newStorage, onEachDatabase, startWorld, type World } from '../../support/world/world.ts';

const redactedAt = '2030-01-01T00:10:00.000Z';

onEachDatabase('redactSecretVersion', (world, kind) => {
  const redact = ({ admin }: Pick<TestSecrets, 'admin'>, versionId: string, as: { token: string } = admin) =>
    world().call('redactSecretVersion', { as, params: { versionId } });

  /** All ways to read the value of the first version of KEY, which was never renamed. */
  const valuesOfFirst = async (
    here: World,
    { admin: as, project }: Pick<TestSecrets, 'admin' | 'project'>,
    secretId: string,
  ): Promise<string[]> => {
    const list = await here.call('listSecretVersions', { as, params: { secretId } });
    const one = await here.call('getSecretVersionValue', { as, params: { secretId, version: '1' } });
    const named = await here.call('getSecret', {
      as,
      params: { secretName: 'KEY' },
      query: { projectId: project.id, environment: 'dev', version: '1' },
    });
    return [list.body.secretVersions.at(-1).secretValue, one.body.value, named.body.secret.secretValue];
  };

  it('permanently removes the value and keeps the other fields', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, folderIds } = setting;
    const fields = {
      secretComment: 'kept',
      secretMetadata: [{ key: 'b', value: 'sealed', isEncrypted: true }],
      tagIds: [setting.red.id],
    };
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'one ${dev.app.OTHER}', ...fields },
      { secretValue: 'two' },
    ]);
    const before = await versionsOf(world(), id);
    const { status, body } = await world().clock.later(600, () => redact(setting, versionIds[0]!));
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      secretVersion: {
        id: versionIds[0],
        version: 1,
        type: 'shared',
        key: 'KEY',
        secretId: id,
        folderId: folderIds['/'],
        isRedacted: true,
        redactedAt,
        redactedByUserId: admin.id,
        redactedByIdentityId: null,
        actorId: admin.id,
        actorType: 'user',
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: redactedAt,
      },
    });
    const [first, second] = await versionsOf(world(), id);
    expect(second).to.deep.equal(before[1]);
    expect(first).to.deep.equal({
      ...before[0],
      sealedValue: '',
      references: [],
      redactedAt,
      redactedByActorType: 'user',
      redactedByActorId: admin.id,
    });
    expect(await decryptedVersion(world(), first!)).to.deep.include({
      value: '',
      comment: 'kept',
      metadata: fields.secretMetadata,
    });
    expect(await valuesOfFirst(world(), setting, id)).to.deep.equal(['', '', '']);
  });

  it('changes the ETag', async () => {
    const setting = await newProjectWithSecrets(world());
    const { versionIds } = await newHistory(world(), setting, 'KEY', [{ secretValue: 'one' }, { secretValue: 'two' }]);
    const get = (headers: Record<string, string>, version?: string) =>
      world().call('getSecret', {
        as: setting.admin,
        params: { secretName: 'KEY' },
        query: { projectId: setting.project.id, environment: 'dev', ...(version && { version }) },
        headers,
      });
    const old = (await get({}, '1')).headers.etag!;
    const current = (await get({})).headers.etag!;
    expect((await get({ 'If-None-Match': old }, '1')).status).to.equal(304);
    await redact(setting, versionIds[0]!);
    expect((await get({ 'If-None-Match': old }, '1')).body.secret.secretValue).to.equal('');
    expect((await get({ 'If-None-Match': current })).status, 'the current version is unchanged').to.equal(304);
  });

  it('is recorded without the value', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'canary-one' },
      { secretValue: 'canary-two', newSecretName: 'OTHER' },
    ]);
    const machine = await newProjectIdentity(world(), setting, 'admin');
    const answer = await redact(setting, versionIds[0]!, machine);
    expect(answer.body.secretVersion).to.include({
      key: 'KEY',
      redactedByUserId: null,
      redactedByIdentityId: machine.id,
      actorId: setting.admin.id,
    });
    const [entry, ...others] = await entriesOf(world(), answer);
    expect(others).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'redact-secret-version-value',
      projectId: setting.project.id,
      actorId: machine.id,
    });
    expect(entry!.eventMetadata).to.deep.equal({
      environment: 'dev',
      secretPath: '/',
      secretId: id,
      secretKey: 'OTHER',
      secretVersion: 1,
      secretVersionId: versionIds[0],
    });
    const found = (secretKey: string) =>
      world().call('listAuditLogs', {
        as: setting.admin,
        query: {
          projectId: setting.project.id,
          eventType: 'redact-secret-version-value',
          environment: 'dev',
          secretPath: '/',
          secretKey,
          startDate: '2029-12-31T00:00:00.000Z',
          endDate: '2030-01-02T00:00:00.000Z',
        },
      });
    const { auditLogs } = (await found('OTHER')).body;
    expect(auditLogs).to.have.length(1);
    expect(JSON.stringify(auditLogs)).not.to.match(/canary/);
    expect((await found('KEY')).body.auditLogs).to.deep.equal([]);
  });

  it('refuses the current version, and a version that is already redacted', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'one' },
      { secretValue: 'two' },
    ]);
    await unchanged(setting, async () =>
      expectError(await redact(setting, versionIds[1]!), 400, 'BadRequest', /says now/),
    );
    expect((await redact(setting, versionIds[0]!)).status).to.equal(200);
    await unchanged(setting, async () =>
      expectError(await redact(setting, versionIds[0]!), 400, 'BadRequest', /redacted before/),
    );
    await secretCall(world, 'updateSecret')(setting, 'KEY', { secretValue: 'three' });
    expect((await redact(setting, versionIds[1]!)).status, 'no longer the current version').to.equal(200);
    expect((await versionsOf(world(), id)).map(({ sealedValue }) => sealedValue === '')).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it('succeeds only once for concurrent requests', async () => {
    const setting = await newProjectWithSecrets(world());
    const { versionIds } = await newHistory(world(), setting, 'KEY', [{}, { secretValue: 'two' }]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => redact(setting, versionIds[0]!)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
  });

  it('requires the id of a version, not of a secret', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'KEY');
    await unchanged(setting, async () => expectError(await redact(setting, id), 404, 'NotFound', /version not found/));
  });

  it('persists after a restart', async () => {
    const storage = await newStorage(kind);
    const first = await startWorld(storage);
    let setting: TestSecrets | undefined;
    let secretId = '';
    try {
      setting = await newProjectWithSecrets(first);
      const history = await newHistory(first, setting, 'KEY', [{ secretValue: 'one' }, { secretValue: 'two' }]);
      secretId = history.id;
      expect(
        (await first.call('redactSecretVersion', { as: setting.admin, params: { versionId: history.versionIds[0]! } }))
          .status,
      ).to.equal(200);
    } finally {
      await first.server.stop();
    }
    const second = await startWorld(storage);
    try {
      expect(await valuesOfFirst(second, setting, secretId)).to.deep.equal(['', '', '']);
    } finally {
      await second.server.stop();
    }
  });

  checksSecretAccess(world, ['edit'], (setting, { versionIds }, as) => redact(setting, versionIds[0]!, as), {
    inTrash: 'found',
  });
});
