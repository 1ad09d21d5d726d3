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
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  importsIn,
  listCall,
  secretsIn,
  newImport,
  newReader,
  newSecrets,
} from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const hidden = '<hidden-by-infisical>';

onEachDatabase('listRawSecrets', (world) => {
  const list = listCall(world, 'listRawSecrets');

  it('lists secrets by name with all fields', async () => {
    const setting = await newProjectWithSecrets(world());
    const secretMetadata = [{ key: 'team', value: 'payments', isEncrypted: false }];
    const { id } = await newSecret(world(), setting, 'B', {
      secretValue: 'two',
      secretComment: 'A comment',
      secretMetadata,
      tagIds: [setting.red.id],
      secretReminderRepeatDays: 30,
      secretReminderNote: 'Change it',
      skipMultilineEncoding: true,
    });
    const { id: first } = await newSecret(world(), setting, 'A', { secretValue: 'one' });
    const { status, body, headers } = await list(setting);
    expect(status).to.equal(200);
    const more = {
      secretComment: 'A comment',
      secretMetadata,
      tags: [{ id: setting.red.id, slug: 'red', name: 'red', color: setting.red.color }],
      skipMultilineEncoding: true,
      secretReminderRepeatDays: 30,
      secretReminderNote: 'Change it',
    };
    const secrets = [
      expectedSecret(setting, { id: first, secretKey: 'A', secretValue: 'one' }),
      expectedSecret(setting, { id, secretKey: 'B', secretValue: 'two', ...more }),
    ];
    expect(body).to.deep.equal({ secrets, imports: [] });
    expect(headers.etag).to.match(/^"[0-9a-f]{64}"$/);
  });

  it('finds the project by id or slug, and prefers the id', async () => {
    const setting = await newProjectWithSecrets(world());
    const foreign = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1' });
    const call = (query: Record<string, string>) =>
      world().call('listRawSecrets', { as: setting.admin, query: { environment: 'dev', ...query } });
    const { id, slug } = setting.project;
    for (const query of [
      { workspaceId: id },
      { workspaceSlug: slug },
      { workspaceId: id, workspaceSlug: '' },
      { workspaceId: '', workspaceSlug: slug },
      { workspaceId: id, workspaceSlug: 'unknown' },
    ]) {
      expect(secretsIn(await call(query)), JSON.stringify(query)).to.equal('A=1');
    }
    for (const query of [{}, { workspaceId: '', workspaceSlug: '' }, { projectId: id }])
      expectIssues(await call(query), 'query workspaceId required');
    const unknown = [
      { workspaceSlug: 'unknown' },
      { workspaceSlug: foreign.project.slug },
      { workspaceId: 'unknown' },
      { workspaceId: foreign.project.id, workspaceSlug: slug },
    ];
    for (const query of unknown) expectError(await call(query), 404, 'NotFound', /Project not found/);
    expectIssues(await call({ workspaceSlug: 's'.repeat(257) }), 'query workspaceSlug too_big');
    expectError(await call({ workspaceSlug: 's'.repeat(256) }), 404, 'NotFound');
  });

  it('includes imports, subfolders and expanded references only on request', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': 'see ${B}', 'dev:/:B': 'b', 'dev:/app:C': 'c', 'prod:/:D': 'd' });
    await newImport(world(), setting, 'dev:/', 'prod:/');
    const bare = await list(setting);
    expect([secretsIn(bare), importsIn(bare)]).to.deep.equal(['A=see ${B} B=b', '']);
    expect(secretsIn(await list(setting, { expandSecretReferences: 'true' }))).to.equal('A=see b B=b');
    expect(secretsIn(await list(setting, { recursive: 'true' }))).to.equal('A=see ${B} B=b C=c');
    expect(importsIn(await list(setting, { include_imports: 'true' }))).to.equal('prod:/[D=d]');
    expect(
      importsIn(await list(setting, { includeImports: 'true' })),
      'the parameter name of the newer version',
    ).to.equal('');
  });

  it('treats empty values as missing, and ignores a trailing slash in the request path', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'dev:/app:B': '2' });
    const empty = {
      secretPath: '',
      tagSlugs: '',
      metadataFilter: '',
      recursive: '',
      include_imports: '',
      expandSecretReferences: '',
      viewSecretValue: '',
      workspaceSlug: '',
    };
    expect(secretsIn(await list(setting, empty))).to.equal('A=1');
    expectIssues(await list(setting, { environment: '' }), 'query environment required');
    const slashed = await world().send('GET', '/api/v3/secrets/raw/', {
      as: setting.admin,
      query: { workspaceId: setting.project.id, environment: 'dev', secretPath: '/app/' },
    });
    expect(secretsIn(slashed)).to.equal('B=2');
  });

  it('refuses invalid queries', async () => {
    const setting = await newProjectWithSecrets(world());
    for (const name of ['recursive', 'include_imports', 'expandSecretReferences', 'viewSecretValue'])
      expectIssues(await list(setting, { [name]: 'yes' }), `query ${name} type`);
    expectIssues(await list(setting, { metadataFilter: 'team' }), 'query metadataFilter invalid');
    expectIssues(await list(setting, { secretPath: 'p'.repeat(4097) }), 'query secretPath too_big');
  });

  it('lists personal secrets of the caller beside the shared ones, and none of others', async () => {
    const setting = await newProjectWithSecrets(world());
    const colleague = await newColleague(world(), setting);
    await newSecrets(world(), setting, { 'dev:/:A': 'shared', 'dev:/:B': 'shared' });
    await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'own' });
    await newSecret(world(), setting, 'B', { type: 'personal', secretValue: 'colleague' }, colleague);
    const { body } = await list(setting);
    expect(
      body.secrets.map(
        ({ secretKey, secretValue, type }: Record<string, string>) => `${secretKey} ${secretValue} ${type}`,
      ),
    ).to.deep.equal(['A shared shared', 'A own personal', 'B shared shared']);
    expect(secretsIn(await list(setting, {}, await newProjectIdentity(world(), setting, 'admin')))).to.equal(
      'A=shared B=shared',
    );
  });

  it('resolves a name only in the folder of the referencing secret', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, {
      'dev:/:A': '${X} ${IMPORTED} ${dev.app.Y} ${NONE}',
      'dev:/:X': 'x',
      'prod:/:IMPORTED': 'i',
      'dev:/app:Y': 'y ${X}',
    });
    await newImport(world(), setting, 'dev:/', 'prod:/');
    expect(secretsIn(await list(setting, { expandSecretReferences: 'true', include_imports: 'true' }))).to.equal(
      'A=x ${IMPORTED} y ${X} ${NONE} X=x',
    );
  });

  it('resolves a name of an imported secret in the folder of that secret', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, {
      'dev:/:X': 'here',
      'dev:/:ONLY': 'here',
      'prod:/:X': 'there',
      'prod:/:P': '${X} ${ONLY}',
    });
    await newImport(world(), setting, 'dev:/', 'prod:/');
    expect(importsIn(await list(setting, { expandSecretReferences: 'true', include_imports: 'true' }))).to.equal(
      'prod:/[P=there ${ONLY} X=there]',
    );
  });

  it('returns 403 if an expanded reference leads to a secret that the caller may not read', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${prod.P}', 'prod:/:P': 'p' });
    const onlyDev = await newReader(world(), setting, rule('read', { environment: 'dev' }));
    expect(secretsIn(await list(setting, {}, onlyDev))).to.equal('A=${prod.P}');
    expectError(
      await list(setting, { expandSecretReferences: 'true' }, onlyDev),
      403,
      'PermissionDenied',
      /read the values of secrets/,
    );
  });

  it('lists what each caller may see, and refuses callers who may see nothing', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'RED', { secretValue: '1', tagIds: [setting.red.id] });
    await newSecrets(world(), setting, { 'dev:/:PLAIN': '2' });
    const byTag = await newReader(
      world(),
      setting,
      rule('describeSecret'),
      rule('readValue', { secretTags: { $in: ['red'] } }),
    );
    expect(secretsIn(await list(setting, {}, byTag))).to.equal(`PLAIN=${hidden} RED=1`);
    expect(secretsIn(await list(setting, { viewSecretValue: 'false' }))).to.equal(`PLAIN=${hidden} RED=${hidden}`);
    expect(secretsIn(await list(setting, { tagSlugs: 'red,none' }))).to.equal('RED=1');
    const nothing = await newReader(world(), setting, rule('read'), deny('read', { environment: 'dev' }));
    for (const query of [{}, { environment: 'none' }, { secretPath: '/none' }])
      expectError(
        await list(setting, query, await newProjectIdentity(world(), setting, 'no-access')),
        403,
        'PermissionDenied',
      );
    expectError(await list(setting, {}, nothing), 403, 'PermissionDenied');
    expectError(
      await list(setting, {}, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await list(setting, { secretPath: '/none' }), 404, 'NotFound', /'\/none'.*'dev'/);
    expectError(await list(setting, { environment: 'none', recursive: 'true' }), 404, 'NotFound', /'none'/);
  });

  it('returns 304 without a body for the current ETag, until something changes', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1' });
    const { etag } = (await list(setting)).headers as { etag: string };
    const known = { 'If-None-Match': etag };
    const { status, text, headers } = await list(setting, {}, setting.admin, known);
    expect({ status, text, etag: headers.etag }).to.deep.equal({ status: 304, text: '', etag });
    expect(
      (await list(setting, { include_imports: 'true' }, setting.admin, known)).status,
      'another question',
    ).to.equal(200);
    await newSecrets(world(), setting, { 'dev:/:B': '2' });
    expect(secretsIn(await list(setting, {}, setting.admin, known))).to.equal('A=1 B=2');
  });

  it('records in the audit log that values were shown', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': 'canary' });
    const [entry, ...others] = await entriesOf(world(), await list(setting));
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'get-secrets',
      operation: 'listRawSecrets',
      eventMetadata: { environment: 'dev', secretPath: '/', numberOfSecrets: 1 },
      projectId: setting.project.id,
    });
    expect(await entriesOf(world(), await list(setting, { viewSecretValue: 'false' }))).to.deep.equal([]);
  });
});
