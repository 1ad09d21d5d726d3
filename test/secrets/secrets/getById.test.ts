import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  expectedSecret,
  newColleague,
  newProjectWithSecrets,
  newSecret,
  rule,
} from '../../support/fixtures/project-secrets.ts';
import { newReader } from '../../support/fixtures/secret-reads.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

/** The tests of getting a secret by id in both API versions. */
const testGettingById = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const get = (secretId: string, as: { token: string }, headers = {}) =>
      world().call(operation, { as, params: { secretId }, headers });

    it('returns the secret with its unexpanded value', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'A', {
        secretPath: '/app',
        secretValue: 'one ${B}',
        tagIds: [setting.red.id],
      });
      const answer = await get(id, setting.admin);
      const tags = [{ id: setting.red.id, slug: 'red', name: 'red', color: setting.red.color }];
      expect(answer.body).to.deep.equal({
        secret: expectedSecret(setting, { id, secretKey: 'A', secretValue: 'one ${B}', secretPath: '/app', tags }),
      });
      expect((await entriesOf(world(), answer)).map(({ eventType }) => eventType)).to.deep.equal(['get-secret']);
      const again = await get(id, setting.admin, { 'If-None-Match': answer.headers.etag });
      expect([again.status, again.text]).to.deep.equal([304, '']);
    });

    it('returns 404 for an unknown id', async () => {
      const setting = await newProjectWithSecrets(world());
      const other = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), other, 'A');
      for (const secretId of [id, 'nonsense', setting.project.id])
        expectError(await get(secretId, setting.admin), 404, 'NotFound', /Secret not found/);
      const { id: gone } = await newSecret(world(), setting, 'A', { environment: 'staging' });
      await world().call('deleteEnvironment', {
        as: setting.admin,
        params: { projectId: setting.project.id, id: setting.ids.staging! },
      });
      expectError(await get(gone, setting.admin), 404, 'NotFound');
    });

    it('requires the permission to read the value', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'A', { secretPath: '/app' });
      expectError(await get(id, await newReader(world(), setting, rule('describeSecret'))), 403, 'PermissionDenied');
      expectError(
        await get(id, await newReader(world(), setting, rule('read', { secretPath: '/' }))),
        403,
        'PermissionDenied',
      );
      expect(
        (await get(id, await newReader(world(), setting, rule('read', { secretPath: '/app', secretName: 'A' }))))
          .status,
      ).to.equal(200);
      expectError(
        await get(id, await world().newUser(setting.organization, 'member')),
        403,
        'ProjectMembershipNotFound',
      );
    });

    it('returns a personal secret only to its owner', async () => {
      const setting = await newProjectWithSecrets(world());
      const colleague = await newColleague(world(), setting);
      await newSecret(world(), setting, 'A');
      const { id } = await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'own' });
      expect((await get(id, setting.admin)).body.secret).to.include({ type: 'personal', secretValue: 'own' });
      expectError(await get(id, colleague), 403, 'ForbiddenError', /somebody else/);
    });
  });

for (const operation of ['getSecretById', 'getRawSecretById'] as const) testGettingById(operation);
