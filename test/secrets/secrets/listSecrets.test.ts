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
import { listCall, secretsIn, newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const hidden = '<hidden-by-infisical>';

onEachDatabase('listSecrets', (world) => {
  const list = listCall(world);

  it('lists secrets by name with all fields', async () => {
    const setting = await newProjectWithSecrets(world());
    const metadata = [
      { key: 'team', value: 'red', isEncrypted: false },
      { key: 'pin', value: 'four', isEncrypted: true },
    ];
    const { id } = await newSecret(world(), setting, 'B', {
      secretValue: 'two',
      secretComment: 'A comment',
      secretMetadata: metadata,
      tagIds: [setting.red.id, setting.blue.id],
      skipMultilineEncoding: true,
      secretReminderRepeatDays: 30,
      secretReminderNote: 'Change it',
    });
    const { id: first } = await newSecret(world(), setting, 'A', { secretValue: 'one' });
    await newSecrets(world(), setting, { 'dev:/app:C': 'elsewhere', 'prod:/:A': 'elsewhere' });
    const { status, body, headers } = await list(setting);
    expect(status).to.equal(200);
    const tag = ({ id: tagId, slug, color }: typeof setting.red) => ({ id: tagId, slug, name: slug, color });
    expect(body).to.deep.equal({
      secrets: [
        expectedSecret(setting, { id: first, secretKey: 'A', secretValue: 'one' }),
        expectedSecret(setting, {
          id,
          secretKey: 'B',
          secretValue: 'two',
          secretComment: 'A comment',
          secretMetadata: metadata,
          tags: [tag(setting.blue), tag(setting.red)],
          skipMultilineEncoding: true,
          secretReminderRepeatDays: 30,
          secretReminderNote: 'Change it',
        }),
      ],
      imports: [],
    });
    expect(headers.etag).to.match(/^"[0-9a-f]{64}"$/);
  });

  it('is empty for an empty folder, and 404 for an unknown or deleted one', async () => {
    const setting = await newProjectWithSecrets(world());
    expect((await list(setting, { secretPath: '/app' })).body).to.deep.equal({ secrets: [], imports: [] });
    expectError(await list(setting, { secretPath: '/none' }), 404, 'NotFound', /'\/none'.*'dev'/);
    expectError(await list(setting, { environment: 'none' }), 404, 'NotFound', /no environment 'none'/);
    expectError(
      await list(setting, { environment: 'none', recursive: 'true' }),
      404,
      'NotFound',
      new RegExp(`${setting.project.id} has no environment 'none'`),
    );
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.staging! },
    });
    expectError(await list(setting, { environment: 'staging' }), 404, 'NotFound', /'staging'/);
  });

  it('accepts a path without leading slash or with trailing slash, and uses the root for an empty one', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'dev:/app:B': '2' });
    for (const secretPath of ['app', '/app/', 'app/'])
      expect(secretsIn(await list(setting, { secretPath }))).to.equal('B=2');
    expect(secretsIn(await list(setting, { secretPath: '' }))).to.equal('A=1');
  });

  it('refuses invalid queries', async () => {
    const setting = await newProjectWithSecrets(world());
    expectIssues(await list(setting, { recursive: '1' }), 'query recursive type');
    expectIssues(await list(setting, { viewSecretValue: 'yes' }), 'query viewSecretValue type');
    expectIssues(await list(setting, { metadataFilter: 'team' }), 'query metadataFilter invalid');
    expectIssues(
      await list(setting, { metadataFilter: Array(11).fill('key=a,value=b').join('|') }),
      'query metadataFilter invalid',
    );
    expectIssues(
      await world().call('listSecrets', { as: setting.admin }),
      'query projectId required',
      'query environment required',
    );
  });

  it('hides values and encrypted metadata if values are not requested', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'A', {
      secretComment: 'seen',
      secretMetadata: [
        { key: 'k', value: 'secret', isEncrypted: true },
        { key: 'l', value: 'open' },
      ],
    });
    const { body } = await list(setting, { viewSecretValue: 'false' });
    expect(body.secrets[0]).to.deep.include({
      secretValue: hidden,
      secretValueHidden: true,
      secretComment: 'seen',
      secretMetadata: [
        { key: 'k', value: hidden, isEncrypted: true },
        { key: 'l', value: 'open', isEncrypted: false },
      ],
    });
  });

  it('records in the audit log that values were shown', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': 'canary-one', 'dev:/:B': 'canary-two' });
    const [entry, ...others] = await entriesOf(world(), await list(setting));
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'get-secrets',
      eventMetadata: { environment: 'dev', secretPath: '/', numberOfSecrets: 2 },
      projectId: setting.project.id,
      actorId: setting.admin.id,
    });
    expect(await entriesOf(world(), await list(setting, { viewSecretValue: 'false' }))).to.deep.equal([]);
    expect(await entriesOf(world(), await list(setting, { secretPath: '/app' }))).to.deep.equal([]);
  });

  describe('recursive', () => {
    it('lists each secret with its path', async () => {
      const setting = await newProjectWithSecrets(world(), ['/app', '/app/web', '/apps']);
      await newSecrets(world(), setting, {
        'dev:/:A': '1',
        'dev:/app:A': '2',
        'dev:/app/web:B': '3',
        'dev:/apps:C': '4',
      });
      const { body } = await list(setting, { recursive: 'true' });
      expect(
        body.secrets.map(({ secretPath, secretKey }: Record<string, string>) => `${secretPath}:${secretKey}`),
      ).to.deep.equal(['/:A', '/app:A', '/app/web:B', '/apps:C']);
      expect(secretsIn(await list(setting, { recursive: 'true', secretPath: '/app' }))).to.equal('A=2 B=3');
    });

    it('omits folders of which the caller may see nothing', async () => {
      const setting = await newProjectWithSecrets(world(), ['/app', '/app/web']);
      await newSecrets(world(), setting, { 'dev:/:A': '1', 'dev:/app:B': '2', 'dev:/app/web:C': '3' });
      const reader = await newReader(world(), setting, rule('read'), deny('readValue', { secretPath: '/app' }));
      expect(secretsIn(await list(setting, { recursive: 'true' }, reader))).to.equal('A=1 C=3');
      expect(secretsIn(await list(setting, { recursive: 'true', viewSecretValue: 'false' }, reader))).to.equal(
        `A=${hidden} B=${hidden} C=${hidden}`,
      );
    });
  });

  describe('with conditional permissions', () => {
    it('returns 403 in a folder where the caller can see nothing, without further information', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'dev:/:A': '1' });
      const elsewhere = await newReader(world(), setting, rule('read', { environment: 'prod' }));
      expectError(await list(setting, {}, elsewhere), 403, 'PermissionDenied');
      expectError(await list(setting, { environment: 'none' }, elsewhere), 403, 'PermissionDenied');
      const describes = await newReader(world(), setting, rule('describeSecret'));
      expectError(await list(setting, {}, describes), 403, 'PermissionDenied', /read the values of secrets/);
      expect(secretsIn(await list(setting, { viewSecretValue: 'false' }, describes))).to.equal(`A=${hidden}`);
      const reads = await newReader(world(), setting, rule('readValue'));
      expectError(await list(setting, {}, reads), 403, 'PermissionDenied', /describe secrets/);
    });

    it('shows the names, tags and values that the caller may see, and hides others', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'APP_RED', { secretValue: '1', tagIds: [setting.red.id] });
      await newSecret(world(), setting, 'APP_BLUE', { secretValue: '2', tagIds: [setting.blue.id] });
      await newSecret(world(), setting, 'OTHER', { secretValue: '3' });
      const byName = await newReader(world(), setting, rule('read', { secretName: { $glob: 'APP_*' } }));
      expect(secretsIn(await list(setting, {}, byName))).to.equal('APP_BLUE=2 APP_RED=1');
      const byTag = await newReader(
        world(),
        setting,
        rule('describeSecret'),
        rule('readValue', { secretTags: { $in: ['red'] } }),
      );
      expect(secretsIn(await list(setting, {}, byTag))).to.equal(`APP_BLUE=${hidden} APP_RED=1 OTHER=${hidden}`);
      const exceptOne = await newReader(
        world(),
        setting,
        rule('read'),
        deny('describeSecret', { secretName: 'OTHER' }),
      );
      expect(secretsIn(await list(setting, {}, exceptOne))).to.equal('APP_BLUE=2 APP_RED=1');
    });

    it('returns 403 for non-members, and 404 in another organization', async () => {
      const setting = await newProjectWithSecrets(world());
      expectError(
        await list(setting, {}, await world().newUser(setting.organization, 'member')),
        403,
        'ProjectMembershipNotFound',
      );
      const other = await newProjectWithSecrets(world());
      expectError(await list(setting, {}, other.admin), 404, 'NotFound');
    });
  });

  describe('filtered', () => {
    it('by tags, of which at least one must match', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'A', { secretValue: '1', tagIds: [setting.red.id] });
      await newSecret(world(), setting, 'B', { secretValue: '2', tagIds: [setting.red.id, setting.blue.id] });
      await newSecret(world(), setting, 'C', { secretValue: '3' });
      expect(secretsIn(await list(setting, { tagSlugs: 'red' }))).to.equal('A=1 B=2');
      expect(secretsIn(await list(setting, { tagSlugs: 'blue, none' }))).to.equal('B=2');
      expect(secretsIn(await list(setting, { tagSlugs: 'none' }))).to.equal('');
      expect(secretsIn(await list(setting, { tagSlugs: '' }))).to.equal('A=1 B=2 C=3');
    });

    it('by metadata, of which all must match', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'A', {
        secretValue: '1',
        secretMetadata: [
          { key: 'team', value: 'red' },
          { key: 'tier', value: '1' },
        ],
      });
      await newSecret(world(), setting, 'B', {
        secretValue: '2',
        secretMetadata: [{ key: 'team', value: 'red', isEncrypted: true }],
      });
      await newSecret(world(), setting, 'C', { secretValue: '3', secretMetadata: [{ key: 'team', value: 'red' }] });
      expect(secretsIn(await list(setting, { metadataFilter: 'key=team,value=red' }))).to.equal('A=1 C=3');
      expect(secretsIn(await list(setting, { metadataFilter: 'key=team,value=red|key=tier,value=1' }))).to.equal('A=1');
      expect(secretsIn(await list(setting, { metadataFilter: 'key=team,value=' }))).to.equal('');
    });
  });

  describe('with personal secrets', () => {
    it('replaces shared secrets by personal ones of the caller only on request, and shows none of others', async () => {
      const setting = await newProjectWithSecrets(world());
      const colleague = await newColleague(world(), setting);
      await newSecrets(world(), setting, { 'dev:/:A': 'shared', 'dev:/:B': 'shared' });
      await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'own' });
      await newSecret(world(), setting, 'B', { type: 'personal', secretValue: 'colleague' }, colleague);
      expect(secretsIn(await list(setting))).to.equal('A=shared B=shared');
      const { body } = await list(setting, { includePersonalOverrides: 'true' });
      expect(
        body.secrets.map(
          ({ secretKey, secretValue, type }: Record<string, string>) => `${secretKey} ${secretValue} ${type}`,
        ),
      ).to.deep.equal(['A own personal', 'B shared shared']);
    });
  });
});
