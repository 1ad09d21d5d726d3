import { expect } from 'chai';
import { expectedSecret, newProjectWithSecrets, newSecret, rule } from '../../support/fixtures/project-secrets.ts';
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

onEachDatabase('listSecrets', (world) => {
  const list = listCall(world);

  describe('with imports', () => {
    it('lists the secrets of each import in order, unless imports are excluded', async () => {
      const setting = await newProjectWithSecrets(world(), ['/app', '/base']);
      await newSecrets(world(), setting, { 'dev:/app:A': '1', 'dev:/base:B': '2', 'prod:/:C': '3', 'prod:/:B': '4' });
      await newImport(world(), setting, 'dev:/app', 'prod:/');
      await newImport(world(), setting, 'dev:/app', 'dev:/base');
      const answer = await list(setting, { secretPath: '/app' });
      expect(secretsIn(answer)).to.equal('A=1');
      expect(importsIn(answer)).to.equal('prod:/[B=4 C=3] dev:/base[B=2]');
      expect(answer.body.imports[0].folderId).to.equal(setting.ids.prod);
      const {
        createdAt: _created,
        updatedAt: _updated,
        ...facts
      } = expectedSecret(setting, {
        id: answer.body.imports[0].secrets[0].id,
        environment: 'prod',
        secretPath: '/app',
        secretKey: 'B',
        secretValue: '4',
      }) as Record<string, unknown>;
      expect(answer.body.imports[0].secrets[0]).to.deep.equal(facts);
      expect(importsIn(await list(setting, { secretPath: '/app', includeImports: 'false' }))).to.equal('');
    });

    it('merges nested imports into the imported folder: later imports win, and its own secrets win over all', async () => {
      const setting = await newProjectWithSecrets(world(), ['/app', '/a', '/b', '/c']);
      await newSecrets(world(), setting, {
        'dev:/a:OWN': 'a',
        'dev:/b:OWN': 'b',
        'dev:/b:BOTH': 'b',
        'dev:/c:BOTH': 'c',
        'dev:/c:ONLY': 'c',
      });
      await newImport(world(), setting, 'dev:/app', 'dev:/a');
      await newImport(world(), setting, 'dev:/a', 'dev:/b');
      await newImport(world(), setting, 'dev:/a', 'dev:/c');
      expect(importsIn(await list(setting, { secretPath: '/app' }))).to.equal('dev:/a[BOTH=c ONLY=c OWN=a]');
    });

    it('lists the imports of all subfolders', async () => {
      const setting = await newProjectWithSecrets(world(), ['/app', '/app/web']);
      await newSecrets(world(), setting, { 'prod:/:P': '1', 'staging:/:S': '2' });
      await newImport(world(), setting, 'dev:/app', 'prod:/');
      await newImport(world(), setting, 'dev:/app/web', 'staging:/');
      expect(importsIn(await list(setting, { recursive: 'true' }))).to.equal('prod:/[P=1] staging:/[S=2]');
    });

    it('checks imported secrets in their own folder', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'dev:/:A': '1', 'prod:/:P': '2', 'prod:/:Q': '3' });
      await newImport(world(), setting, 'dev:/', 'prod:/');
      const onlyDev = await newReader(world(), setting, rule('read', { environment: 'dev' }));
      expect(importsIn(await list(setting, {}, onlyDev))).to.equal('prod:/[]');
      const some = await newReader(
        world(),
        setting,
        rule('read', { environment: 'dev' }),
        rule('describeSecret', { environment: 'prod' }),
        rule('readValue', { environment: 'prod', secretName: 'Q' }),
      );
      expect(importsIn(await list(setting, {}, some))).to.equal(`prod:/[P=${hidden} Q=3]`);
    });

    it('lists no imported personal secrets, and applies filters', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'A', { environment: 'prod', secretValue: 'shared', tagIds: [setting.red.id] });
      await newSecret(world(), setting, 'A', { environment: 'prod', secretValue: 'own', type: 'personal' });
      await newSecret(world(), setting, 'B', { environment: 'prod', secretValue: 'untagged' });
      await newImport(world(), setting, 'dev:/', 'prod:/');
      expect(importsIn(await list(setting, { includePersonalOverrides: 'true' }))).to.equal(
        'prod:/[A=shared B=untagged]',
      );
      expect(importsIn(await list(setting, { tagSlugs: 'red' }))).to.equal('prod:/[A=shared]');
    });

    it('omits imports of a deleted environment until it is restored', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecrets(world(), setting, { 'staging:/:S': '1' });
      await newImport(world(), setting, 'dev:/', 'staging:/');
      const params = { projectId: setting.project.id, id: setting.ids.staging! };
      await world().call('deleteEnvironment', { as: setting.admin, params });
      expect(importsIn(await list(setting))).to.equal('');
      await world().call('restoreEnvironment', { as: setting.admin, params });
      expect(importsIn(await list(setting))).to.equal('staging:/[S=1]');
    });
  });
});
