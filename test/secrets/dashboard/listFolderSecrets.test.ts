import { expect } from 'chai';
import type { Response } from 'supertest';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret, rule, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { newImport, newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

type Shown = Readonly<Record<string, unknown>>;

const textOf = (secrets: readonly Shown[]): string =>
  secrets.map(({ secretKey, type, isEmpty }) => `${secretKey} ${type} ${isEmpty}`).join(', ');

const secretsOf = ({ status, body }: Response): string => {
  expect(status, JSON.stringify(body)).to.equal(200);
  return textOf(body.secrets);
};

onEachDatabase('listFolderSecrets', (world) => {
  const list = (
    { admin, project }: TestSecrets,
    secretPath = '/',
    as: { token: string } = admin,
    headers: Record<string, string> = {},
  ) =>
    world().call('listFolderSecrets', {
      as,
      headers,
      query: { projectId: project.id, environment: 'dev', secretPath },
    });

  it('lists secrets with those of imports, and says which are empty', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/base']);
    const { admin, red } = setting;
    await newSecrets(world(), setting, { 'dev:/app:B': '', 'dev:/app:A': 'value', 'dev:/base:C': '' });
    await newSecret(world(), setting, 'T', { secretPath: '/app', tagIds: [red.id], secretComment: 'Why' });
    await newSecret(world(), setting, 'A', { secretPath: '/app', type: 'personal', secretValue: '' });
    await newImport(world(), setting, 'dev:/app', 'dev:/base');
    const answer = await list(setting, '/app');
    expect(secretsOf(answer)).to.equal('A shared false, A personal true, B shared true, T shared false');
    const [, , , tagged] = answer.body.secrets as Shown[];
    expect(tagged).to.deep.include({ version: 1, secretComment: 'Why', updatedAt: world().clock.now().toISOString() });
    expect(tagged!.tags).to.deep.equal([{ id: red.id, slug: 'red', color: '#ffffff' }]);
    expect(tagged!.changedBy).to.equal(admin.email);
    const [imported] = answer.body.imports;
    expect(imported).to.deep.include({ environment: 'dev', secretPath: '/base' });
    expect(textOf(imported.secrets)).to.equal('C shared true');
    expect(await entriesWhere(world(), { projectId: setting.project.id, eventType: 'get-secrets' })).to.deep.equal([]);
  });

  it('does not say of a value that the caller may not read whether it is empty', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:EMPTY': '', 'dev:/:OTHER': 'x', 'dev:/:READABLE': '' });
    const reader = await newReader(
      world(),
      setting,
      rule('describeSecret', { environment: 'dev' }),
      rule('readValue', { secretName: 'READABLE' }),
    );
    expect(secretsOf(await list(setting, '/', reader))).to.equal(
      'EMPTY shared null, OTHER shared null, READABLE shared true',
    );
    const blind = await newReader(world(), setting, rule('describeSecret', { environment: 'prod' }));
    expectError(await list(setting, '/', blind), 403, 'PermissionDenied', /describe/);
    expectError(await list(setting, '/none'), 404, 'NotFound', /no folder/);
  });

  it('is 304 until something in the list changes', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '' });
    const { headers } = await list(setting);
    const again = { 'If-None-Match': headers.etag! };
    expect((await list(setting, '/', setting.admin, again)).status).to.equal(304);
    const body = { projectId: setting.project.id, environment: 'dev', secretValue: 'x' };
    await world().call('updateSecret', { as: setting.admin, params: { secretName: 'A' }, body });
    expect(secretsOf(await list(setting, '/', setting.admin, again))).to.equal('A shared false');
  });
});
