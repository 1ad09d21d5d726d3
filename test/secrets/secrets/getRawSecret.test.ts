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
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { getCall, newImport, newReader, newSecrets, valueOf } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const hidden = '<hidden-by-infisical>';

onEachDatabase('getRawSecret', (world) => {
  const get = getCall(world, 'getRawSecret');

  it('returns the secret with all fields', async () => {
    const setting = await newProjectWithSecrets(world());
    const secretMetadata = [{ key: 'k', value: 'v', isEncrypted: true }];
    const { id } = await newSecret(world(), setting, 'A', {
      secretPath: '/app',
      secretValue: 'one',
      secretComment: 'two',
      secretMetadata,
      tagIds: [setting.red.id],
    });
    const { status, body, headers } = await get(setting, 'A', { secretPath: '/app' });
    expect(status).to.equal(200);
    const tags = [{ id: setting.red.id, slug: 'red', name: 'red', color: setting.red.color }];
    expect(body).to.deep.equal({
      secret: expectedSecret(setting, {
        id,
        secretKey: 'A',
        secretValue: 'one',
        secretPath: '/app',
        secretComment: 'two',
        secretMetadata,
        tags,
      }),
    });
    expect(headers.etag).to.match(/^"[0-9a-f]{64}"$/);
  });

  it('finds the project by id or slug, and prefers the id', async () => {
    const setting = await newProjectWithSecrets(world());
    const foreign = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1' });
    const call = (query: Record<string, string>) =>
      world().call('getRawSecret', {
        as: setting.admin,
        params: { secretName: 'A' },
        query: { environment: 'dev', ...query },
      });
    const { id, slug } = setting.project;
    for (const query of [
      { workspaceId: id },
      { workspaceSlug: slug },
      { workspaceId: id, workspaceSlug: '' },
      { workspaceId: '', workspaceSlug: slug },
    ])
      expect(valueOf(await call(query))).to.equal('1');
    expectIssues(await call({}), 'query workspaceId required');
    for (const query of [
      { workspaceSlug: 'unknown' },
      { workspaceSlug: foreign.project.slug },
      { workspaceId: foreign.project.id, workspaceSlug: slug },
    ])
      expectError(await call(query), 404, 'NotFound', /Project not found/);
  });

  it('includes imported secrets and expands references only on request', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': 'see ${B}', 'dev:/:B': 'b', 'prod:/:D': 'd' });
    await newImport(world(), setting, 'dev:/', 'prod:/');
    expect(valueOf(await get(setting, 'A'))).to.equal('see ${B}');
    expect(valueOf(await get(setting, 'A', { expandSecretReferences: 'true' }))).to.equal('see b');
    for (const query of [{}, { includeImports: 'true' }])
      expectError(await get(setting, 'D', query), 404, 'NotFound', /'\/'.*'dev'.*'D'/);
    expect((await get(setting, 'D', { include_imports: 'true' })).body.secret).to.include({
      secretValue: 'd',
      environment: 'prod',
    });
  });

  it('resolves a name only in the folder of the referencing secret, also for imported secrets', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, {
      'dev:/:A': '${X} ${IMPORTED}',
      'dev:/:X': 'here',
      'dev:/:ONLY': 'here',
      'prod:/:X': 'there',
      'prod:/:IMPORTED': 'i',
      'prod:/:P': '${X} ${ONLY}',
    });
    await newImport(world(), setting, 'dev:/', 'prod:/');
    const query = { expandSecretReferences: 'true', include_imports: 'true' };
    expect(valueOf(await get(setting, 'A', query))).to.equal('here ${IMPORTED}');
    expect(valueOf(await get(setting, 'P', query))).to.equal('there ${ONLY}');
  });

  it('treats empty values as missing, and ignores a trailing slash in the request path', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${A} 1' });
    const empty = {
      secretPath: '',
      version: '',
      type: '',
      include_imports: '',
      expandSecretReferences: '',
      viewSecretValue: '',
      workspaceSlug: '',
    };
    expect(valueOf(await get(setting, 'A', empty))).to.equal('${A} 1');
    const slashed = await world().send('GET', '/api/v3/secrets/raw/A/', {
      as: setting.admin,
      query: { workspaceId: setting.project.id, environment: 'dev' },
    });
    expect(valueOf(slashed)).to.equal('${A} 1');
  });

  it('refuses invalid queries', async () => {
    const setting = await newProjectWithSecrets(world());
    for (const name of ['include_imports', 'expandSecretReferences', 'viewSecretValue'])
      expectIssues(await get(setting, 'A', { [name]: 'no' }), `query ${name} type`);
    expectIssues(
      await get(setting, 'A', { type: 'other', version: '0' }),
      'query type enum',
      'query version too_small',
    );
    expectIssues(await get(setting, 'a:b'), 'path secretName pattern');
    expectIssues(await get(setting, 'x'.repeat(256)), 'path secretName too_big');
  });

  it('returns an earlier version', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': 'one' });
    await secretCall(world, 'updateRawSecret')(setting, 'A', { secretValue: 'two' });
    expect((await get(setting, 'A', { version: '1' })).body.secret).to.include({ secretValue: 'one', version: 1 });
    expect((await get(setting, 'A', { version: '2' })).body.secret).to.include({ secretValue: 'two', version: 2 });
    expectError(await get(setting, 'A', { version: '3' }), 404, 'NotFound', /version 3/);
  });

  it('returns the personal secret of the caller on request, and none of others', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': 'shared' });
    await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'own' });
    expect(valueOf(await get(setting, 'A'))).to.equal('shared');
    expect((await get(setting, 'A', { type: 'personal' })).body.secret).to.include({
      secretValue: 'own',
      type: 'personal',
    });
    for (const as of [await newColleague(world(), setting), await newProjectIdentity(world(), setting, 'admin')])
      expectError(await get(setting, 'A', { type: 'personal' }, as), 404, 'NotFound');
  });

  it('returns 403 for a secret that the caller may not see, whether or not it exists', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'dev:/:B': '2' });
    const onlyA = await newReader(world(), setting, rule('read', { secretName: 'A' }));
    expect(valueOf(await get(setting, 'A', {}, onlyA))).to.equal('1');
    for (const name of ['B', 'NONE']) expectError(await get(setting, name, {}, onlyA), 403, 'PermissionDenied');
    const describes = await newReader(world(), setting, rule('read'), deny('readValue'));
    expectError(await get(setting, 'A', {}, describes), 403, 'PermissionDenied', /read the values of secrets/);
    expect((await get(setting, 'A', { viewSecretValue: 'false' }, describes)).body.secret).to.include({
      secretValue: hidden,
      secretValueHidden: true,
    });
    expectError(
      await get(setting, 'A', {}, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await get(setting, 'A', {}, (await newProjectWithSecrets(world())).admin), 404, 'NotFound');
    expectError(await get(setting, 'A', { secretPath: '/none' }), 404, 'NotFound', /'\/none'.*'dev'/);
  });

  it('returns 304 without a body for the current ETag, until it changes', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'dev:/:B': '2' });
    const { etag } = (await get(setting, 'A')).headers as { etag: string };
    const again = () => get(setting, 'A', {}, setting.admin, { 'If-None-Match': etag });
    await secretCall(world, 'updateRawSecret')(setting, 'B', { secretValue: 'another' });
    const { status, text, headers } = await again();
    expect({ status, text, etag: headers.etag }).to.deep.equal({ status: 304, text: '', etag });
    await secretCall(world, 'updateRawSecret')(setting, 'A', { secretValue: 'changed' });
    expect(valueOf(await again())).to.equal('changed');
  });

  it('records in the audit log that the value was shown', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', { secretValue: 'canary' });
    const [entry, ...others] = await entriesOf(world(), await get(setting, 'A'));
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'get-secret',
      operation: 'getRawSecret',
      eventMetadata: { environment: 'dev', secretPath: '/', secretId: id, secretKey: 'A', secretVersion: 1 },
    });
    expect(await entriesOf(world(), await get(setting, 'A', { viewSecretValue: 'false' }))).to.deep.equal([]);
  });
});
