import { expect } from 'chai';
import { expectFields, expectStatus, loginFields, newClient, sendAs, type Fields } from '../support/clients/sender.ts';
import { onEachDatabase } from '../support/world/world.ts';

/** Fields without which the clients raise an exception. */
const required: Fields = {
  id: 'string',
  _id: 'string',
  workspace: 'string',
  environment: 'string',
  version: 'integer',
  type: 'string',
  secretKey: 'string',
  secretValue: 'string',
  secretComment: 'string',
};
/** Additional fields that the former version requires. */
const formerlyRequired: Fields = { ...required, createdAt: 'time', updatedAt: 'time' };

onEachDatabase('the requests of the Python SDK', (world) => {
  describe('in its former version', () => {
    it('log in, create, get, list, update and delete', async () => {
      const { clientId, secret: clientSecret, project, token } = await newClient(world());
      const agent = 'OpenAPI-Generator/1.0.0/python';
      expectFields(
        expectStatus(
          await sendAs(world(), agent)('POST', '/api/v1/auth/universal-auth/login', { clientId, clientSecret }),
          200,
        ),
        loginFields,
      );
      const send = sendAs(world(), agent, token);
      const location = { workspaceId: project.id, environment: 'dev', secretPath: '/' };
      const created = {
        secretComment: '',
        skipMultilineEncoding: false,
        type: 'shared',
        secretReminderRepeatDays: null,
        secretReminderNote: null,
      };
      expectFields(
        expectStatus(await send('POST', '/api/v3/secrets/raw/KEY', { ...location, secretValue: 'v', ...created }), 200)
          .secret,
        formerlyRequired,
      );

      const query = `workspaceId=${project.id}&environment=dev&secretPath=%2F&expandSecretReferences=true`;
      const { secrets } = expectStatus(
        await send('GET', `/api/v3/secrets/raw?${query}&recursive=false&include_imports=true&tagSlugs=`),
        200,
      );
      expect(secrets).to.have.length(1);
      expectFields(secrets[0], formerlyRequired);
      expectFields(
        expectStatus(await send('GET', `/api/v3/secrets/raw/KEY?${query}&include_imports=true&type=shared`), 200)
          .secret,
        formerlyRequired,
      );
      const updated = expectStatus(
        await send('PATCH', '/api/v3/secrets/raw/KEY', {
          ...location,
          secretValue: 'w',
          ...created,
          newSecretName: 'OTHER',
        }),
        200,
      );
      expectFields(updated.secret, formerlyRequired);
      expect(updated.secret).to.include({ secretKey: 'OTHER', secretValue: 'w', version: 2 });
      expectFields(
        expectStatus(await send('DELETE', '/api/v3/secrets/raw/OTHER', { ...location, type: 'shared' }), 200).secret,
        formerlyRequired,
      );
    });
  });

  describe('in its current version', () => {
    const setting = async () => {
      const client = await newClient(world());
      const plain = sendAs(world(), 'python-requests/2.32.3', client.token);
      // All requests have this header, with or without a body.
      return {
        ...client,
        send: (method: string, path: string, body?: unknown) =>
          plain(method, path, body, { 'Content-Type': 'application/json' }),
      };
    };

    it('create, get, list, update and delete, also by slug', async () => {
      const { project, send } = await setting();
      const location = { environment: 'dev', secretPath: '/' };
      const created = {
        secretValue: 'v',
        skipMultilineEncoding: false,
        type: 'shared',
        secretMetadata: [{ key: 'team', value: 'payments' }],
      };
      expectFields(
        expectStatus(
          await send('POST', '/api/v3/secrets/raw/KEY', { projectSlug: project.slug, ...location, ...created }),
          200,
        ).secret,
        required,
      );
      const query = 'environment=dev&secretPath=%2F&viewSecretValue=true&expandSecretReferences=true';
      const { secrets } = expectStatus(
        await send(
          'GET',
          `/api/v3/secrets/raw?${query}&workspaceId=${project.id}&recursive=false&include_imports=true`,
        ),
        200,
      );
      expectFields(secrets[0], {
        ...required,
        secretReminderNote: 'string or null',
        secretReminderRepeatDays: 'integer or null',
        secretMetadata: 'list',
        tags: 'list',
      });
      expectFields(
        expectStatus(
          await send('GET', `/api/v3/secrets/raw/KEY?${query}&workspaceSlug=${project.slug}&include_imports=true`),
          200,
        ).secret,
        required,
      );
      const updated = expectStatus(
        await send('PATCH', '/api/v3/secrets/raw/KEY', {
          workspaceId: project.id,
          ...location,
          secretValue: 'w',
          newSecretName: 'OTHER',
          type: 'shared',
          skipMultilineEncoding: false,
        }),
        200,
      );
      expectFields(updated.secret, required);
      expect(updated.secret.secretMetadata).to.deep.equal([{ key: 'team', value: 'payments', isEncrypted: false }]);
      expectFields(
        expectStatus(
          await send('DELETE', '/api/v3/secrets/raw/OTHER', { workspaceId: project.id, ...location, type: 'shared' }),
          200,
        ).secret,
        required,
      );
    });

    it('manage folders, with their own parameter for recursive lists', async () => {
      const { project, send } = await setting();
      const changed: Fields = {
        id: 'string',
        name: 'string',
        createdAt: 'time',
        updatedAt: 'time',
        envId: 'string',
        path: 'string',
      };
      const { folder } = expectStatus(
        await send('POST', '/api/v2/folders', { projectId: project.id, environment: 'dev', name: 'app', path: '/' }),
        200,
      );
      expectFields(folder, changed);
      expectStatus(
        await send('POST', '/api/v2/folders', { projectId: project.id, environment: 'dev', name: 'web', path: '/app' }),
        200,
      );
      const list = async (recursive: string) =>
        expectStatus(
          await send('GET', `/api/v2/folders?projectId=${project.id}&environment=dev&path=%2F&recursive=${recursive}`),
          200,
        ).folders as { name: string }[];
      expect((await list('False')).map(({ name }) => name)).to.deep.equal(['app']);
      expect((await list('True')).map(({ name }) => name)).to.have.members(['app', 'web']);
      const found = expectStatus(await send('GET', `/api/v2/folders/${folder.id}`), 200).folder;
      expectFields(found, { ...changed, projectId: 'string' });
      expectFields(found.environment, { envId: 'string', envName: 'string', envSlug: 'string' });
      expectFields(
        expectStatus(
          await send('PATCH', `/api/v2/folders/${folder.id}`, {
            projectId: project.id,
            environment: 'dev',
            name: 'api',
            path: '/',
          }),
          200,
        ).folder,
        changed,
      );
      expectStatus(
        await send('DELETE', `/api/v2/folders/${folder.id}`, {
          projectId: project.id,
          environment: 'dev',
          path: '/',
          forceDelete: true,
        }),
        200,
      );
    });
  });
});
