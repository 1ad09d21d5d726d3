import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { deny, newProjectWithSecrets, rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('an old version of a secret', (world) => {
  it('is checked with the current tags of the secret', async () => {
    const setting = await newProjectWithSecrets(world());
    await newHistory(world(), setting, 'KEY', [{ secretValue: 'before it was red' }, { tagIds: [setting.red.id] }]);
    const as = await newProjectIdentity(world(), setting, [
      rule(['describeSecret', 'readValue']),
      deny('readValue', { secretTags: { $in: ['red'] } }),
    ]);
    const get = (version: string) =>
      world().call('getSecret', {
        as,
        params: { secretName: 'KEY' },
        query: { projectId: setting.project.id, environment: 'dev', version },
      });
    for (const version of ['1', '2']) expectError(await get(version), 403, 'PermissionDenied');
  });

  it('is checked with the current and the former name of the secret', async () => {
    const setting = await newProjectWithSecrets(world());
    await newHistory(world(), setting, 'BEFORE', [{ secretValue: 'kept' }, { newSecretName: 'AFTER' }]);
    const get = async (...names: string[]) => {
      const as = await newProjectIdentity(world(), setting, [
        rule(['describeSecret', 'readValue'], { secretName: { $in: names } }),
      ]);
      return world().call('getSecret', {
        as,
        params: { secretName: 'BEFORE' },
        query: { projectId: setting.project.id, environment: 'dev', version: '1' },
      });
    };
    expectError(await get('BEFORE'), 403, 'PermissionDenied');
    expectError(await get('AFTER'), 403, 'PermissionDenied');
    expect((await get('BEFORE', 'AFTER')).body.secret).to.include({ secretKey: 'BEFORE', secretValue: 'kept' });
  });
});
