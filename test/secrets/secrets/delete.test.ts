import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  expectedSecret,
  newColleague,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  storedSecret,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later, start } from '../../support/fixtures/secret-folders.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFolderParameters, refusesUnauthorized } from './checks.ts';

/** The tests of deleting one secret in both API versions. */
const testDeleting = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = secretCall(world, operation);

    it('deletes the secret with all versions and returns it', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY', { secretValue: '${prod.A}', tagIds: [setting.red.id] });
      await secretCall(world, 'updateSecret')(setting, 'KEY', { secretComment: 'Second' });
      await newSecret(world(), setting, 'KEPT');
      const { status, body } = await world().clock.later(60, () =>
        call(setting, 'KEY', { secretName: 'KEPT', id: 'ignored' }),
      );
      expect(status, JSON.stringify(body)).to.equal(200);
      const { id: tagId, slug, color } = setting.red;
      expect(body).to.deep.equal({
        secret: expectedSecret(setting, {
          id,
          version: 2,
          secretKey: 'KEY',
          secretValue: '${prod.A}',
          secretComment: 'Second',
          tags: [{ id: tagId, slug, name: slug, color }],
          updatedAt: start,
        }),
      });
      expect(await setting.names()).to.equal('/:KEPT');
      const [folders, secrets, versions, tags, references] = (await setting.rows()) as any[][];
      expect([secrets!.length, versions!.length, tags!.length, references!.length]).to.deep.equal([1, 1, 0, 0]);
      expect(folders!.find(({ lastSecretModified }) => lastSecretModified === later)).to.include({ path: '/' });
      const entry = (await setting.entries()).at(-1);
      expect(entry).to.include({ eventType: 'delete-secret', actorId: setting.admin.id });
      expect(entry.eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/',
        secretId: id,
        secretKey: 'KEY',
        secretVersion: 2,
      });
      expectError(await call(setting, 'KEY'), 404, 'NotFound', /not found.*'KEY'/);
    });

    it('hides the value from callers who may not read it', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY', { secretMetadata: [{ key: 'pin', value: '1234', isEncrypted: true }] });
      const { body } = await call(
        setting,
        'KEY',
        {},
        await newProjectIdentity(world(), setting, [rule('delete'), rule('readValue', { secretName: 'OTHER' })]),
      );
      expect(body.secret).to.include({ secretValue: '<hidden-by-infisical>', secretValueHidden: true });
      expect(body.secret.secretMetadata).to.deep.equal([
        { key: 'pin', value: '<hidden-by-infisical>', isEncrypted: true },
      ]);
    });

    it('deletes personal secrets too, or only the personal secret of the caller', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      const colleague = await newColleague(world(), setting);
      for (const as of [setting.admin, colleague])
        await newSecret(world(), setting, 'KEY', { secretValue: 'mine', type: 'personal' }, as);
      const [before] = await setting.rows();
      const { body } = await world().clock.later(60, () => call(setting, 'KEY', { type: 'personal' }, colleague));
      expect(body.secret).to.include({ type: 'personal', secretValue: 'mine', secretValueHidden: false });
      expect((await setting.rows())[0], 'the folder counts shared ones only').to.deep.equal(before);
      expect(await storedSecret(world(), setting, 'KEY', { owner: colleague.id })).to.equal(undefined);
      expect(await storedSecret(world(), setting, 'KEY', { owner: setting.admin.id })).to.include({ value: 'mine' });
      const identity = await newProjectIdentity(world(), setting, 'admin');
      await unchanged(setting, async () => {
        expectError(await call(setting, 'KEY', { type: 'personal' }, colleague), 404, 'NotFound');
        expectError(await call(setting, 'KEY', { type: 'personal' }, identity), 400, 'BadRequest', /Only users/);
        expectIssues(await call(setting, 'KEY', { type: 'both' }), 'body type enum');
      });
      expect((await call(setting, 'KEY')).status).to.equal(200);
      expect(((await setting.rows()) as any[][])[2], 'versions').to.deep.equal([]);
    });

    it("shows the value of the caller's own personal secret without the permission to read", async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      const user = await world().newUser(setting.organization, 'member');
      await addToProject(world(), setting.project, user, [rule(['create', 'delete'])]);
      await newSecret(world(), setting, 'KEY', { secretValue: 'mine', type: 'personal' }, user);
      expect((await call(setting, 'KEY', { type: 'personal' }, user)).body.secret).to.include({
        secretValue: 'mine',
        secretValueHidden: false,
      });
      expect((await call(setting, 'KEY', {}, user)).body.secret).to.include({
        secretValue: '<hidden-by-infisical>',
        secretValueHidden: true,
      });
    });

    it('checks name, path and tags; an unknown secret is checked without tags', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'APP_RED', { tagIds: [setting.red.id] });
      await newSecret(world(), setting, 'APP_BARE');
      await newSecret(world(), setting, 'OTHER', { tagIds: [setting.red.id] });
      const as = await newProjectIdentity(world(), setting, [
        rule('delete', { secretName: { $glob: 'APP_*' }, secretTags: { $in: ['red'] } }),
      ]);
      const notRed = await newProjectIdentity(world(), setting, [
        rule('delete'),
        deny('delete', { secretTags: { $in: ['red'] } }),
      ]);
      await unchanged(setting, async () => {
        for (const name of ['APP_BARE', 'OTHER', 'APP_MISSING'])
          expectError(await call(setting, name, {}, as), 403, 'PermissionDenied', /delete secrets/);
        expectError(await call(setting, 'OTHER', {}, notRed), 403, 'PermissionDenied');
        expectError(await call(setting, 'MISSING', {}, notRed), 404, 'NotFound');
      });
      expect((await call(setting, 'APP_RED', {}, as)).status).to.equal(200);
      expect((await call(setting, 'APP_BARE', {}, notRed)).status).to.equal(200);
    });

    it('deletes a secret only once for concurrent requests', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      const answers = await Promise.all(Array.from({ length: 8 }, () => call(setting, 'KEY')));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(7).fill(404)]);
      expect((await setting.entries()).filter(({ eventType }) => eventType === 'delete-secret')).to.have.length(1);
    });

    const subject = { operation, action: 'delete', body: {} } as const;
    refusesUnauthorized(world, subject);
    checksFolderParameters(world, subject);
  });

for (const operation of ['deleteSecret', 'deleteRawSecret'] as const) testDeleting(operation);
