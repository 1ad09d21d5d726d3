import { expect } from 'chai';
import {
  expectFields,
  expectShownError,
  expectStatus,
  loginFields,
  newClient,
  sendAs,
  type Received,
} from '../support/clients/sender.ts';
import { onEitherDatabase } from '../support/world/cases.ts';

const read = {
  _id: 'string',
  workspace: 'string',
  type: 'string',
  secretKey: 'string',
  secretValue: 'string',
  secretComment: 'string',
  secretPath: 'string',
  skipMultilineEncoding: 'boolean',
  tags: 'list',
} as const;

onEitherDatabase('the requests of the command line and its agent', (world) => {
  const setting = async () => {
    const client = await newClient(world());
    const send = sendAs(world(), 'cli', client.token);
    const options = 'includeImports=true&recursive=false&expandSecretReferences=true&includePersonalOverrides=true';
    const list = (path: string, more = ''): Promise<Received> =>
      send(
        'GET',
        `/api/v4/secrets?projectId=${client.project.id}&environment=dev&secretPath=${path}&${options}${more}`,
      );
    return { ...client, send, list };
  };

  it('log in with and without a trailing slash, and get the identity', async () => {
    const { clientId, secret: clientSecret, send } = await setting();
    for (const path of ['login', 'login/'])
      expectFields(
        expectStatus(
          await sendAs(world(), 'cli')('POST', `/api/v1/auth/universal-auth/${path}`, { clientId, clientSecret }),
          200,
        ),
        loginFields,
      );
    expect(expectStatus(await sendAs(world(), 'cli')('GET', '/api/status'), 200).message).to.equal('Ok');
    expectFields(expectStatus(await send('GET', '/api/v1/identities/details'), 200).identityDetails.organization, {
      id: 'string',
      name: 'string',
      slug: 'string',
    });
  });

  it('set secrets: read existing ones, find or create the tag, then create and update', async () => {
    const { project, send, list } = await setting();
    expect(expectStatus(await list(''), 200).secrets).to.deep.equal([]);
    const tagPath = `/api/v1/projects/${project.id}/tags`;
    expectShownError(await send('GET', `${tagPath}/slug/backend`), 404, /Tag not found/);
    const { tag } = expectStatus(await send('POST', tagPath, { slug: 'backend', color: '' }), 200);
    expectFields(tag, { id: 'string', slug: 'string' });
    expectFields(expectStatus(await send('GET', `${tagPath}/slug/backend`), 200).tag, {
      id: 'string',
      slug: 'string',
      name: 'string',
    });

    const location = { workspaceId: project.id, environment: 'dev', secretPath: '/' };
    expectStatus(
      await send('POST', '/api/v3/secrets/raw/KEY', {
        ...location,
        type: 'shared',
        secretValue: 'v',
        tagIds: [tag.id],
      }),
      200,
    );
    expectStatus(
      await send('PATCH', '/api/v3/secrets/raw/KEY', { ...location, type: 'shared', secretValue: 'w' }),
      200,
    );
    const { secrets } = expectStatus(await list('%2F', '&tagSlugs=backend'), 200);
    expectFields(secrets[0], read);
    expectFields(secrets[0].tags[0], { id: 'string', name: 'string', slug: 'string' });
    expect(secrets[0]).to.include({ secretKey: 'KEY', secretValue: 'w' });
    expect(expectStatus(await list('%2F', '&tagSlugs='), 200).secrets).to.have.length(1);
  });

  it('delete a personal secret by default, which is an error for a machine identity', async () => {
    const { project, send } = await setting();
    const body = { secretName: 'KEY', workspaceId: project.id, environment: 'dev', secretPath: '/' };
    expectStatus(await send('POST', '/api/v3/secrets/raw/KEY', { ...body, secretValue: 'v' }), 200);
    expectShownError(await send('DELETE', '/api/v3/secrets/raw/KEY', { ...body, type: 'personal' }), 400, /Only users/);
    expectStatus(await send('DELETE', '/api/v3/secrets/raw/KEY', { ...body, type: 'shared' }), 200);
    expectStatus(await send('DELETE', '/api/v3/secrets/raw/KEY', { ...body, type: 'shared' }), 404);
  });

  it('read imported secrets', async () => {
    const { project, send, list } = await setting();
    expectStatus(
      await send('POST', '/api/v3/secrets/raw/SHARED', {
        workspaceId: project.id,
        environment: 'prod',
        secretValue: 'p',
      }),
      200,
    );
    expectStatus(
      await send('POST', '/api/v2/secret-imports', {
        projectId: project.id,
        environment: 'dev',
        path: '/',
        import: { environment: 'prod', path: '/' },
      }),
      200,
    );
    const { imports } = expectStatus(await list('%2F'), 200);
    expectFields(imports[0].secrets[0], {
      id: 'string',
      workspace: 'string',
      secretKey: 'string',
      secretValue: 'string',
      type: 'string',
      secretComment: 'string',
    });
  });

  it('get the unknown environment or folder in the error', async () => {
    const { project, send, list } = await setting();
    expectShownError(
      await send('GET', `/api/v4/secrets?projectId=${project.id}&environment=none&secretPath=%2F&recursive=true`),
      404,
      /'none'/,
    );
    expectShownError(await list('%2Fnone'), 404, /'\/none'.*'dev'/);
  });

  it('manage folders', async () => {
    const { project, send } = await setting();
    const { folder } = expectStatus(
      await send('POST', '/api/v1/folders', { name: 'app', workspaceId: project.id, environment: 'dev', path: '/' }),
      200,
    );
    expectFields(folder, { id: 'string', name: 'string' });
    const { folders } = expectStatus(
      await send('GET', `/api/v1/folders?environment=dev&workspaceId=${project.id}&directory=%2F`),
      200,
    );
    expectFields(folders[0], { id: 'string', name: 'string' });
    expectStatus(
      await send('DELETE', '/api/v1/folders/app', {
        folderName: 'app',
        workspaceId: project.id,
        environment: 'dev',
        directory: '/',
      }),
      200,
    );
  });

  it('poll like the agent: ETags of a list and of a secret change only with the data', async () => {
    const { project, send } = await setting();
    const put = (method: string, name: string, secretValue: string) =>
      send(method, `/api/v3/secrets/raw/${name}`, {
        workspaceId: project.id,
        environment: 'dev',
        secretPath: '/',
        type: 'shared',
        secretValue,
      });
    expectStatus(await put('POST', 'KEY', 'see ${OTHER}'), 200);
    expectStatus(await put('POST', 'OTHER', 'first'), 200);
    const poll = async () => {
      const location = `projectId=${project.id}&environment=dev&secretPath=%2F&expandSecretReferences=true&includeImports=true`;
      const all = await send('GET', `/api/v4/secrets?${location}&recursive=false`);
      const one = await send('GET', `/api/v4/secrets/KEY?${location}&type=shared`);
      const { tags: _tags, ...fields } = read;
      expectFields(expectStatus(one, 200).secret, fields);
      return { all: all.etag!, one: one.etag!, value: one.body.secret.secretValue as string };
    };
    const first = await poll();
    expect(first.value).to.equal('see first');
    expect(await poll()).to.deep.equal(first);
    expectStatus(await put('PATCH', 'OTHER', 'second'), 200);
    const second = await poll();
    expect(second.value).to.equal('see second');
    expect(second.all).not.to.equal(first.all);
    expect(second.one).not.to.equal(first.one);
    expect(await poll()).to.deep.equal(second);
  });

  it('find a project by its slug for templates of the agent', async () => {
    const { project, send } = await setting();
    const found = expectStatus(await send('GET', `/api/v1/projects/slug/${project.slug}`), 200);
    expectFields(found, { id: 'string', name: 'string', slug: 'string' });
  });

  describe('with a service token', () => {
    const tokenSetting = async (scopes: readonly object[], expirySeconds = 86_400) => {
      const { project, send } = await setting();
      const key = '0123456789abcdef0123456789abcdef';
      const body = {
        name: 'Service token created via CLI',
        workspaceId: project.id,
        scopes,
        expiresIn: expirySeconds,
        encryptedKey: '',
        iv: '',
        tag: '',
        randomBytes: key,
        permissions: ['read', 'write'],
      };
      const { serviceToken } = expectStatus(await send('POST', '/api/v2/service-token/', body), 200);
      expect(serviceToken).to.match(/^st\.[^.]+\.[0-9a-f]{32}$/);
      return {
        project,
        reading: sendAs(world(), 'cli', serviceToken),
        writing: sendAs(world(), 'cli', `${serviceToken}.${key}`),
      };
    };
    const inDev = { environment: 'dev', secretPath: '/' };

    it('get the scopes of the token, then list: run, export and secrets', async () => {
      const { project, reading, writing } = await tokenSetting([inDev]);
      const location = { workspaceId: project.id, environment: 'dev', secretPath: '/' };
      expectStatus(
        await writing('POST', '/api/v3/secrets/raw/KEY', { ...location, type: 'shared', secretValue: 'v' }),
        200,
      );
      const details = expectStatus(await reading('GET', '/api/v2/service-token'), 200);
      expectFields(details, {
        _id: 'string',
        name: 'string',
        workspace: 'string',
        expiresAt: 'time',
        createdAt: 'time',
        updatedAt: 'time',
        __v: 'integer',
        scopes: 'list',
      });
      expect(details.workspace).to.equal(project.id);
      expect(details.scopes).to.deep.equal([inDev]);
      const query = `projectId=${details.workspace}&environment=${details.scopes[0].environment}&secretPath=%2F&includeImports=true&recursive=false&expandSecretReferences=true&includePersonalOverrides=true`;
      const { secrets } = expectStatus(await reading('GET', `/api/v4/secrets?${query}`), 200);
      expectFields(secrets[0], read);
      expect(secrets[0]).to.include({ secretKey: 'KEY', secretValue: 'v' });
      expectStatus(
        await reading('GET', `/api/v1/folders?workspaceId=${details.workspace}&environment=dev&directory=%2F`),
        200,
      );
    });

    it('write with all four parts of the token: secrets set and delete, folders create and delete', async () => {
      const { project, writing } = await tokenSetting([{ environment: 'dev', secretPath: '/**' }]);
      const location = { workspaceId: project.id, environment: 'dev', secretPath: '/' };
      expectStatus(
        await writing('POST', '/api/v3/secrets/raw/KEY', { ...location, type: 'shared', secretValue: 'v' }),
        200,
      );
      expectStatus(
        await writing('PATCH', '/api/v3/secrets/raw/KEY', { ...location, type: 'shared', secretValue: 'w' }),
        200,
      );
      expectStatus(
        await writing('DELETE', '/api/v3/secrets/raw/KEY', { ...location, secretName: 'KEY', type: 'shared' }),
        200,
      );
      const folder = { workspaceId: project.id, environment: 'dev', name: 'app', path: '/' };
      expectStatus(await writing('POST', '/api/v1/folders', folder), 200);
      expectStatus(
        await writing('DELETE', '/api/v1/folders/app', {
          workspaceId: project.id,
          environment: 'dev',
          directory: '/',
          path: '/',
        }),
        200,
      );
    });

    it('get from the status whether the token is valid', async () => {
      const { writing } = await tokenSetting([inDev], 60);
      expectStatus(await writing('GET', '/api/v2/service-token'), 200);
      await world().clock.later(60, async () => expectStatus(await writing('GET', '/api/v2/service-token'), 401));
      expectStatus(
        await sendAs(
          world(),
          'cli',
          `st.6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11.${'0'.repeat(32)}`,
        )('GET', '/api/v2/service-token'),
        401,
      );
    });
  });
});
