import { expect } from 'chai';
import {
  expectFields,
  expectShownError,
  expectStatus,
  loginFields,
  newClient,
  sendAs,
} from '../support/clients/sender.ts';
import { onEachDatabase } from '../support/world/world.ts';

const read = {
  id: 'string',
  workspace: 'string',
  environment: 'string',
  version: 'integer',
  type: 'string',
  secretKey: 'string',
  secretValue: 'string',
  secretComment: 'string',
  secretPath: 'string',
  secretMetadata: 'list',
  tags: 'list',
} as const;

onEachDatabase('the requests of the Go SDK', (world) => {
  const agent = 'infisical-go-sdk';
  const setting = async () => {
    const client = await newClient(world());
    return { ...client, send: sendAs(world(), agent, client.token) };
  };

  it('log in, renew and revoke', async () => {
    const { clientId, secret, send } = await setting();
    const login = expectStatus(
      await sendAs(world(), agent)('POST', '/api/v1/auth/universal-auth/login', { clientId, clientSecret: secret }),
      200,
    );
    expectFields(login, loginFields);
    expect(login.tokenType).to.equal('Bearer');
    const renewed = expectStatus(
      await sendAs(world(), agent)('POST', '/api/v1/auth/token/renew', { accessToken: login.accessToken }),
      200,
    );
    expectFields(renewed, loginFields);
    expectFields(
      expectStatus(await send('POST', '/api/v1/auth/token/revoke', { accessToken: renewed.accessToken }), 200),
      { message: 'string' },
    );
    expectShownError(
      await sendAs(world(), agent)('POST', '/api/v1/auth/universal-auth/login', { clientId, clientSecret: 'wrong' }),
      401,
      /Invalid credentials/,
    );
  });

  it('create, list, retrieve, update and delete secrets', async () => {
    const { project, send } = await setting();
    const location = { workspaceId: project.id, environment: 'dev' };
    const { secret } = expectStatus(
      await send('POST', '/api/v3/secrets/raw/KEY', {
        ...location,
        secretPath: '/',
        type: 'shared',
        secretComment: 'Why',
        skipMultilineEncoding: false,
        secretValue: 'v',
      }),
      200,
    );
    expectFields(secret, read);

    const query = `workspaceId=${project.id}&environment=dev&secretPath=%2F&expandSecretReferences=true&include_imports=true`;
    const { secrets, imports } = expectStatus(
      await send('GET', `/api/v3/secrets/raw?${query}&workspaceSlug=&recursive=false`),
      200,
    );
    expect(secrets).to.have.length(1);
    expectFields(secrets[0], read);
    expect(imports).to.deep.equal([]);

    expectFields(expectStatus(await send('GET', `/api/v3/secrets/raw/KEY?${query}&type=shared`), 200).secret, read);
    const updated = expectStatus(
      await send('PATCH', '/api/v3/secrets/raw/KEY', {
        ...location,
        secretPath: '/',
        type: 'shared',
        secretValue: 'w',
        skipMultilineEncoding: false,
      }),
      200,
    );
    expect(updated.secret).to.include({ id: secret.id, version: 2, secretValue: 'w', secretComment: 'Why' });
    expect(
      expectStatus(await send('GET', `/api/v3/secrets/raw/KEY?${query}&type=shared&version=1`), 200).secret.secretValue,
    ).to.equal('v');
    expectFields(
      expectStatus(
        await send('DELETE', '/api/v3/secrets/raw/KEY', { ...location, secretPath: '/', type: 'shared' }),
        200,
      ).secret,
      read,
    );
    expectShownError(await send('GET', `/api/v3/secrets/raw/KEY?${query}&type=shared`), 404, /KEY/);
  });

  it('create many secrets, and get the names that exist', async () => {
    const { project, send } = await setting();
    const body = {
      environment: 'dev',
      workspaceId: project.id,
      secretPath: '/',
      secrets: [
        {
          secretKey: 'A',
          secretValue: 'a',
          secretComment: '',
          skipMultilineEncoding: false,
          secretMetadata: [{ key: 'k', value: 'v' }],
          tagIds: [],
        },
        { secretKey: 'B', secretValue: 'b' },
      ],
    };
    const { secrets } = expectStatus(await send('POST', '/api/v3/secrets/batch/raw', body), 200);
    expect(secrets.map(({ secretKey }: { secretKey: string }) => secretKey)).to.deep.equal(['A', 'B']);
    for (const secret of secrets) expectFields(secret, read);
    expectShownError(await send('POST', '/api/v3/secrets/batch/raw', body), 400, /^Secret already exists.*'A', 'B'/);
  });

  it('get imported secrets with their folder', async () => {
    const { project, send } = await setting();
    expectStatus(
      await send('POST', '/api/v3/secrets/raw/SHARED', {
        workspaceId: project.id,
        environment: 'prod',
        secretValue: 'p',
        skipMultilineEncoding: false,
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
    const { imports } = expectStatus(
      await send(
        'GET',
        `/api/v3/secrets/raw?workspaceId=${project.id}&workspaceSlug=&environment=dev&secretPath=%2F&expandSecretReferences=false&include_imports=true&recursive=false`,
      ),
      200,
    );
    expectFields(imports[0], { secretPath: 'string', environment: 'string', folderId: 'string', secrets: 'list' });
    expectFields(imports[0].secrets[0], {
      id: 'string',
      workspace: 'string',
      environment: 'string',
      version: 'integer',
      secretKey: 'string',
      secretValue: 'string',
      secretComment: 'string',
    });
  });

  it('check whether a list has changed', async () => {
    const { project, send } = await setting();
    const list = (headers?: Record<string, string>) =>
      send(
        'GET',
        `/api/v3/secrets/raw?workspaceId=${project.id}&workspaceSlug=&environment=dev&secretPath=%2F&expandSecretReferences=true&include_imports=true&recursive=true`,
        undefined,
        headers,
      );
    const { etag } = await list();
    const unchanged = await list({ 'If-None-Match': etag! });
    expect(unchanged).to.deep.equal({ status: 304, etag, body: undefined });
    expectStatus(
      await send('POST', '/api/v3/secrets/raw/KEY', {
        workspaceId: project.id,
        environment: 'dev',
        secretValue: 'v',
        skipMultilineEncoding: false,
      }),
      200,
    );
    const changed = await list({ 'If-None-Match': etag! });
    expect(expectStatus(changed, 200).secrets).to.have.length(1);
    expect(changed.etag).not.to.equal(etag);
  });

  it('manage folders', async () => {
    const { project, send } = await setting();
    const fields = {
      id: 'string',
      name: 'string',
      version: 'integer',
      createdAt: 'time',
      updatedAt: 'time',
      envId: 'string',
      parentId: 'string or null',
    } as const;
    const { folder } = expectStatus(
      await send('POST', '/api/v1/folders', { workspaceId: project.id, environment: 'dev', name: 'app', path: '/' }),
      200,
    );
    expectFields(folder, fields);
    const { folders } = expectStatus(
      await send('GET', `/api/v1/folders?workspaceId=${project.id}&environment=dev&path=%2F`),
      200,
    );
    expectFields(folders[0], fields);
    expectFields(
      expectStatus(
        await send('PATCH', `/api/v1/folders/${folder.id}`, {
          workspaceId: project.id,
          environment: 'dev',
          name: 'web',
          path: '/',
        }),
        200,
      ).folder,
      fields,
    );
    expectFields(
      expectStatus(
        await send('DELETE', '/api/v1/folders/web', { workspaceId: project.id, environment: 'dev', path: '/' }),
        200,
      ).folder,
      fields,
    );
  });
});
