import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import {
  expectedSecret,
  newColleague,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory, writtenAt } from '../../support/fixtures/secret-versions.ts';
import { checksSecretAccess, pages } from './checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listSecretVersions', (world) => {
  const list = (
    { admin }: Pick<TestSecrets, 'admin'>,
    secretId: string,
    query?: Record<string, string>,
    as: { token: string } = admin,
  ) => world().call('listSecretVersions', { as, params: { secretId }, ...(query && { query }) });

  it('lists every version as written, the newest first', async () => {
    const setting = await newProjectWithSecrets(world());
    const { red, blue, admin } = setting;
    const history = await newHistory(world(), setting, 'KEY', [
      {
        secretValue: 'one',
        secretComment: 'first',
        tagIds: [red.id, blue.id],
        secretMetadata: [
          { key: 'a', value: 'open' },
          { key: 'b', value: 'sealed', isEncrypted: true },
        ],
      },
      {
        secretValue: 'two',
        newSecretName: 'OTHER',
        skipMultilineEncoding: true,
        secretReminderRepeatDays: 7,
        secretReminderNote: 'soon',
      },
      { secretValue: 'three', tagIds: [], secretMetadata: [], secretComment: '' },
    ]);
    expect(
      (await world().call('deleteTag', { as: admin, params: { projectId: setting.project.id, tagId: red.id } })).status,
    ).to.equal(200);
    const { status, body } = await list(setting, history.id);
    expect(status, JSON.stringify(body)).to.equal(200);
    const tags = [{ id: blue.id, slug: 'blue', name: 'blue', color: '#ffffff' }];
    const secretMetadata = [
      { key: 'a', value: 'open', isEncrypted: false },
      { key: 'b', value: 'sealed', isEncrypted: true },
    ];
    const expected = (version: number, fields: Record<string, unknown>) =>
      expectedSecret(setting, {
        id: history.versionIds[version - 1]!,
        version,
        createdAt: writtenAt(version),
        updatedAt: writtenAt(version),
        ...fields,
      });
    const reminder = { skipMultilineEncoding: true, secretReminderRepeatDays: 7, secretReminderNote: 'soon' };
    expect(body).to.deep.equal({
      secretVersions: [
        expected(3, { secretKey: 'OTHER', secretValue: 'three', ...reminder }),
        expected(2, {
          secretKey: 'OTHER',
          secretValue: 'two',
          secretComment: 'first',
          secretMetadata,
          tags,
          ...reminder,
        }),
        expected(1, { secretKey: 'KEY', secretValue: 'one', secretComment: 'first', secretMetadata, tags }),
      ],
    });
  });

  it('shows the author of each version', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'KEY');
    const colleague = await newColleague(world(), setting);
    const machine = await newProjectIdentity(world(), setting, 'admin');
    for (const as of [colleague, machine])
      await secretCall(world, 'updateSecret')(setting, 'KEY', { secretValue: 'x' }, as);
    const { body } = await list(setting, id);
    const actors = body.secretVersions.map(({ actor: { actorId, actorType } }: any) => [actorType, actorId]);
    expect(actors).to.deep.equal([
      ['identity', machine.id],
      ['user', colleague.id],
      ['user', setting.admin.id],
    ]);
  });

  it('hides values and encrypted metadata if the caller may only describe the secret', async () => {
    const setting = await newProjectWithSecrets(world());
    const encrypted = [{ key: 'b', value: 'sealed', isEncrypted: true }];
    const { id } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'one', secretComment: 'seen', secretMetadata: encrypted },
      { secretValue: 'two' },
    ]);
    const machine = await newProjectIdentity(world(), setting, [
      rule('describeSecret'),
      rule('readValue', { secretName: 'OTHER' }),
    ]);
    const answer = await list(setting, id, undefined, machine);
    for (const version of answer.body.secretVersions) {
      expect(version).to.include({
        secretValue: '<hidden-by-infisical>',
        secretValueHidden: true,
        secretComment: 'seen',
      });
      expect(version.secretMetadata).to.deep.equal([{ key: 'b', value: '<hidden-by-infisical>', isEncrypted: true }]);
    }
    expect(await entriesOf(world(), answer), 'no value was shown').to.deep.equal([]);
  });

  it('records that values were shown, without the values', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'canary-one' },
      { secretValue: 'canary-two' },
    ]);
    const [entry, ...others] = await entriesOf(world(), await list(setting, id));
    expect(others).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'get-secret-versions',
      projectId: setting.project.id,
      actorId: setting.admin.id,
    });
    expect(entry!.eventMetadata).to.deep.equal({
      environment: 'dev',
      secretPath: '/',
      secretId: id,
      secretKey: 'KEY',
      numberOfVersions: 2,
    });
    expect(await entriesOf(world(), await list(setting, id, { offset: '2' })), 'no version, no value').to.deep.equal(
      [],
    );
  });

  it('shows the current name of the shared secret for the current version of a personal one', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const { id } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'mine', type: 'personal' },
      { secretValue: 'mine too' },
    ]);
    await secretCall(world, 'updateSecret')(setting, 'KEY', { newSecretName: 'OTHER' });
    const { body } = await list(setting, id);
    expect(
      body.secretVersions.map(({ secretKey, secretValue, type }: any) => [secretKey, secretValue, type]),
    ).to.deep.equal([
      ['OTHER', 'mine too', 'personal'],
      ['KEY', 'mine', 'personal'],
    ]);
  });

  pages(world, list);
  checksSecretAccess(world, ['describeSecret'], (setting, { id }, as) => list(setting, id, undefined, as));
});
