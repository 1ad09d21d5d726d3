import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, rule, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { checksSecretAccess } from './checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getSecretVersionValue', (world) => {
  const get = (
    { admin }: Pick<TestSecrets, 'admin'>,
    secretId: string,
    version: string,
    as: { token: string } = admin,
  ) => world().call('getSecretVersionValue', { as, params: { secretId, version } });

  it('returns the stored value and records it in the audit log', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'OLD', [
      { secretValue: 'canary ${OTHER}' },
      { secretValue: '', newSecretName: 'NEW' },
    ]);
    const answer = await get(setting, id, '1');
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({ value: 'canary ${OTHER}' });
    expect((await get(setting, id, '2')).body).to.deep.equal({ value: '' });
    const [entry, ...others] = await entriesOf(world(), answer);
    expect(others).to.deep.equal([]);
    expect(entry).to.include({ eventType: 'dashboard-get-secret-version-value', projectId: setting.project.id });
    expect(entry!.eventMetadata).to.deep.equal({
      environment: 'dev',
      secretPath: '/',
      secretId: id,
      secretKey: 'NEW',
      secretVersion: 1,
    });
  });

  it('returns a mask if the caller may only describe the secret, and records nothing', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{}]);
    const machine = await newProjectIdentity(world(), setting, [
      rule('describeSecret'),
      rule('readValue', { environment: 'prod' }),
    ]);
    const answer = await get(setting, id, '1', machine);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({ value: '<hidden-by-infisical>' });
    expect(await entriesOf(world(), answer)).to.deep.equal([]);
  });

  it('finds only existing versions', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{}]);
    for (const version of ['2', '2147483647'])
      expectError(await get(setting, id, version), 404, 'NotFound', new RegExp(`no version ${version}`));
    expectIssues(await get(setting, id, '0'), 'path version too_small');
    expectIssues(await get(setting, id, '2147483648'), 'path version too_big');
    for (const version of ['latest', '1.5']) expectIssues(await get(setting, id, version), 'path version type');
    const machine = await newProjectIdentity(world(), setting, [rule('readValue')]);
    expectError(await get(setting, id, '2', machine), 403, 'PermissionDenied');
  });

  checksSecretAccess(world, ['describeSecret'], (setting, { id }, as) => get(setting, id, '1', as));
});
