import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  expectedSecret,
  newColleague,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
} from '../../support/fixtures/project-secrets.ts';
import { getCall, newImport, newReader, newSecrets, valueOf } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const hidden = '<hidden-by-infisical>';

onEachDatabase('getSecret', (world) => {
  const get = getCall(world);

  it('returns the secret with all fields', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', {
      secretPath: '/app',
      secretValue: 'one',
      secretComment: 'two',
      secretMetadata: [{ key: 'k', value: 'v', isEncrypted: true }],
      tagIds: [setting.red.id],
    });
    const { status, body, headers } = await get(setting, 'A', { secretPath: '/app' });
    expect(status).to.equal(200);
    const tags = [{ id: setting.red.id, slug: 'red', name: 'red', color: setting.red.color }];
    const more = {
      secretPath: '/app',
      secretComment: 'two',
      secretMetadata: [{ key: 'k', value: 'v', isEncrypted: true }],
      tags,
    };
    expect(body).to.deep.equal({
      secret: expectedSecret(setting, { id, secretKey: 'A', secretValue: 'one', ...more }),
    });
    expect(headers.etag).to.match(/^"[0-9a-f]{64}"$/);
  });

  it('returns 404 for an unknown name, folder or environment', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1' });
    expectError(await get(setting, 'B'), 404, 'NotFound', /'\/'.*'dev'.*'B'/);
    expectError(await get(setting, 'a'), 404, 'NotFound');
    expectError(await get(setting, 'A', { secretPath: '/app' }), 404, 'NotFound');
    expectError(await get(setting, 'A', { secretPath: '/none' }), 404, 'NotFound', /'\/none'.*'dev'/);
    expectError(await get(setting, 'A', { environment: 'none' }), 404, 'NotFound', /'none'/);
  });

  it('accepts every valid name of a secret', async () => {
    const setting = await newProjectWithSecrets(world());
    for (const name of [
      'batch',
      'move',
      'id',
      'raw',
      'with space',
      'ünïcode',
      'a.b',
      '%',
      '100%25',
      'a+b',
      'x'.repeat(255),
    ]) {
      await newSecret(world(), { ...setting }, name === 'batch' || name === 'move' ? `${name}_` : name, {
        secretValue: name,
      });
    }
    for (const name of ['with space', 'ünïcode', 'a.b', '%', '100%25', 'a+b', 'x'.repeat(255), 'id', 'raw'])
      expect(valueOf(await get(setting, name)), name).to.equal(name);
    expectIssues(await get(setting, 'x'.repeat(256)), 'path secretName too_big');
    expectIssues(await get(setting, 'a:b'), 'path secretName pattern');
    expectIssues(await get(setting, 'a/b'), 'path secretName pattern');
  });

  it('refuses invalid queries', async () => {
    const setting = await newProjectWithSecrets(world());
    expectIssues(await get(setting, 'A', { version: '0' }), 'query version too_small');
    expectIssues(await get(setting, 'A', { version: 'one' }), 'query version type');
    expectIssues(await get(setting, 'A', { type: 'other' }), 'query type enum');
    expectIssues(await get(setting, 'A', { includeImports: 'no' }), 'query includeImports type');
  });

  it('records in the audit log that the value was shown', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', { secretValue: 'canary' });
    const [entry, ...others] = await entriesOf(world(), await get(setting, 'A'));
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'get-secret',
      eventMetadata: { environment: 'dev', secretPath: '/', secretId: id, secretKey: 'A', secretVersion: 1 },
      projectId: setting.project.id,
    });
    expect(await entriesOf(world(), await get(setting, 'A', { viewSecretValue: 'false' }))).to.deep.equal([]);
    expect(await entriesOf(world(), await get(setting, 'B'))).to.deep.equal([]);
  });

  it('hides the value on request', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1' });
    expect((await get(setting, 'A', { viewSecretValue: 'false' })).body.secret).to.include({
      secretValue: hidden,
      secretValueHidden: true,
    });
  });

  describe('with conditional permissions', () => {
    it('does not reveal names that the caller may not see', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'RED', { tagIds: [setting.red.id] });
      await newSecret(world(), setting, 'BLUE', { tagIds: [setting.blue.id] });
      const byName = await newReader(world(), setting, rule('read', { secretName: { $glob: 'R*' } }));
      expect(valueOf(await get(setting, 'RED', {}, byName))).to.equal('value of RED');
      for (const name of ['BLUE', 'NONE']) expectError(await get(setting, name, {}, byName), 403, 'PermissionDenied');
      expectError(await get(setting, 'RNONE', {}, byName), 404, 'NotFound');
      const byTag = await newReader(world(), setting, rule('read', { secretTags: { $in: ['red'] } }));
      expect(valueOf(await get(setting, 'RED', {}, byTag))).to.equal('value of RED');
      for (const name of ['BLUE', 'NONE']) expectError(await get(setting, name, {}, byTag), 403, 'PermissionDenied');
    });

    it('returns 403 for an unreadable value, but returns the secret without its value', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'dev:/:A': '1' });
      const describes = await newReader(world(), setting, rule('read'), deny('readValue', { secretName: 'A' }));
      expectError(await get(setting, 'A', {}, describes), 403, 'PermissionDenied', /read the values of secrets/);
      expect((await get(setting, 'A', { viewSecretValue: 'false' }, describes)).body.secret).to.include({
        secretKey: 'A',
        secretValue: hidden,
      });
    });
  });

  describe('with a version', () => {
    it('returns the earlier version, by the name that it had', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'dev:/:A': 'one' });
      const update = secretCall(world, 'updateSecret');
      await update(setting, 'A', { secretValue: 'two', secretComment: 'second' });
      await update(setting, 'A', { newSecretName: 'B', secretValue: 'three' });
      expect((await get(setting, 'A', { version: '1' })).body.secret).to.include({
        secretKey: 'A',
        secretValue: 'one',
        version: 1,
        secretComment: '',
      });
      expect((await get(setting, 'A', { version: '2' })).body.secret).to.include({
        secretKey: 'A',
        secretValue: 'two',
        version: 2,
        secretComment: 'second',
      });
      expect((await get(setting, 'B', { version: '3' })).body.secret).to.include({
        secretKey: 'B',
        secretValue: 'three',
        version: 3,
      });
      for (const [name, version] of [
        ['A', '3'],
        ['B', '1'],
        ['A', '4'],
      ] as const)
        expectError(await get(setting, name, { version }), 404, 'NotFound', /version/);
      expectError(await get(setting, 'A'), 404, 'NotFound');
    });

    it('prefers the secret that has the name now', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'dev:/:A': 'old' });
      await secretCall(world, 'updateSecret')(setting, 'A', { newSecretName: 'B' });
      await newSecrets(world(), setting, { 'dev:/:A': 'new' });
      expect(valueOf(await get(setting, 'A', { version: '1' }))).to.equal('new');
    });

    it('expands the references of the version', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'dev:/:X': 'x', 'dev:/:A': 'with ${X}' });
      await secretCall(world, 'updateSecret')(setting, 'A', { secretValue: 'without' });
      expect(valueOf(await get(setting, 'A', { version: '1' }))).to.equal('with x');
    });
  });

  describe('with personal secrets', () => {
    it('returns only the personal secret of the caller', async () => {
      const setting = await newProjectWithSecrets(world());
      const colleague = await newColleague(world(), setting);
      await newSecrets(world(), setting, { 'dev:/:A': 'shared' });
      await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'own' });
      expect((await get(setting, 'A', { type: 'personal' })).body.secret).to.include({
        secretValue: 'own',
        type: 'personal',
      });
      expect(valueOf(await get(setting, 'A'))).to.equal('shared');
      expectError(await get(setting, 'A', { type: 'personal' }, colleague), 404, 'NotFound');
    });
  });

  describe('with imports', () => {
    it('finds imported secrets that the folder does not have: the last import first, with its own imports', async () => {
      const setting = await newProjectWithSecrets(world(), ['/app', '/a', '/b', '/c']);
      await newSecrets(world(), setting, {
        'dev:/app:OWN': 'app',
        'dev:/a:OWN': 'a',
        'dev:/a:X': 'a',
        'dev:/b:X': 'b',
        'dev:/c:X': 'c',
        'dev:/c:Y': 'c',
        'dev:/a:Y': 'a',
      });
      await newImport(world(), setting, 'dev:/app', 'dev:/a');
      await newImport(world(), setting, 'dev:/app', 'dev:/b');
      await newImport(world(), setting, 'dev:/b', 'dev:/c');
      const at = { secretPath: '/app' };
      expect(valueOf(await get(setting, 'OWN', at))).to.equal('app');
      expect(valueOf(await get(setting, 'X', at))).to.equal('b');
      expect(valueOf(await get(setting, 'Y', at))).to.equal('c');
      expect((await get(setting, 'Y', at)).body.secret).to.include({ secretPath: '/c', environment: 'dev' });
      expectError(await get(setting, 'X', { ...at, includeImports: 'false' }), 404, 'NotFound');
      expectError(await get(setting, 'Z', at), 404, 'NotFound');
    });

    it('checks the secret in the requested folder and in its own folder', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'prod:/:P': '1' });
      await newImport(world(), setting, 'dev:/', 'prod:/');
      const both = await newReader(world(), setting, rule('read'));
      expect(valueOf(await get(setting, 'P', {}, both))).to.equal('1');
      expectError(
        await get(setting, 'P', {}, await newReader(world(), setting, rule('read', { environment: 'prod' }))),
        403,
        'PermissionDenied',
      );
      const described = await newReader(
        world(),
        setting,
        rule('read', { environment: 'dev' }),
        rule('describeSecret', { environment: 'prod' }),
      );
      expectError(await get(setting, 'P', {}, described), 403, 'PermissionDenied', /read the values of secrets/);
      const unseen = await newReader(world(), setting, rule('read', { environment: 'dev' }));
      const [there, missing] = [await get(setting, 'P', {}, unseen), await get(setting, 'Q', {}, unseen)];
      for (const answer of [there, missing]) expectError(answer, 404, 'NotFound');
      expect(there.body.message).to.equal(missing.body.message.replace("'Q'", "'P'"));
    });
  });
});
