import { expect } from 'chai';
import {
  expectFields,
  expectShownError,
  expectStatus,
  newClient,
  sendAs,
  type Fields,
} from '../support/clients/sender.ts';
import { onEachDatabase } from '../support/world/world.ts';

const read: Fields = {
  id: 'string',
  version: 'integer',
  workspace: 'string',
  type: 'string',
  environment: 'string',
  secretKey: 'string',
  secretValue: 'string',
  secretComment: 'string',
  secretPath: 'string',
  updatedAt: 'time',
  secretReminderNote: 'string or null',
  secretReminderRepeatDays: 'integer or null',
  secretMetadata: 'list',
  tags: 'list',
};

onEachDatabase('the requests of the Terraform provider', (world) => {
  const setting = async () => {
    const client = await newClient(world());
    const send = sendAs(world(), 'terraform', client.token);
    const { workspaceTag: tag } = expectStatus(
      await send('POST', `/api/v1/workspace/${client.project.id}/tags`, {
        slug: 'backend',
        color: '#fff',
        name: 'backend',
      }),
      200,
    );
    return { ...client, send, tag: tag as { id: string } };
  };

  it('manage a secret: create, read by id, update, delete, and 404 afterwards', async () => {
    const { project, tag, send } = await setting();
    const zeros = { secretReminderNote: '', secretReminderRepeatDays: 0 };
    const created = {
      workspaceId: project.id,
      type: 'shared',
      environment: 'dev',
      secretKey: 'KEY',
      secretValue: 'v',
      secretComment: '',
      secretPath: '/',
      ...zeros,
      secretMetadata: [{ key: 'team', value: 'payments', isEncrypted: false }],
      tagIds: [tag.id],
    };
    const { id } = expectStatus(await send('POST', '/api/v3/secrets/raw/KEY', created), 200).secret as { id: string };

    const byId = async () => send('GET', `/api/v3/secrets/raw/id/${id}`);
    const { secret } = expectStatus(await byId(), 200);
    expectFields(secret, read);
    expectFields(secret.tags[0], { id: 'string', slug: 'string', name: 'string', color: 'string or null' });
    expectFields(secret.secretMetadata[0], { key: 'string', value: 'string', isEncrypted: 'boolean' });
    expect(secret).to.include({ secretReminderNote: null, secretReminderRepeatDays: null });

    const location = { workspaceId: project.id, environment: 'dev', type: 'shared', secretPath: '/' };
    const updated = await send('PATCH', '/api/v3/secrets/raw/KEY', {
      secretName: 'KEY',
      newSecretName: 'RENAMED',
      ...location,
      ...zeros,
      secretValue: 'w',
      tagIds: [],
    });
    expect(expectStatus(updated, 200).secret).to.deep.include({
      id,
      secretKey: 'RENAMED',
      secretValue: 'w',
      version: 2,
      tags: [],
    });
    expect(expectStatus(await byId(), 200).secret).to.deep.include({
      secretKey: 'RENAMED',
      tags: [],
      secretMetadata: secret.secretMetadata,
    });

    expectStatus(await send('DELETE', '/api/v3/secrets/raw/RENAMED', { secretName: 'RENAMED', ...location }), 200);
    expectShownError(await byId(), 404, /Secret not found/);
    expectStatus(await send('DELETE', '/api/v3/secrets/raw/RENAMED', { secretName: 'RENAMED', ...location }), 404);
  });

  it('manage the OIDC auth of an identity: create, read, update, delete, and 404 afterwards', async () => {
    const { admin, params } = await newClient(world());
    const send = sendAs(world(), 'terraform', admin.token);
    const path = `/api/v1/auth/oidc-auth/identities/${params.identityId}`;
    const fields: Fields = {
      id: 'string',
      identityId: 'string',
      oidcDiscoveryUrl: 'string',
      boundIssuer: 'string',
      boundAudiences: 'string',
      boundSubject: 'string',
      caCert: 'string',
      accessTokenTTL: 'integer',
      accessTokenMaxTTL: 'integer',
      accessTokenNumUsesLimit: 'integer',
      accessTokenTrustedIps: 'list',
      createdAt: 'time',
      updatedAt: 'time',
    };
    const issuer = 'https://token.actions.githubusercontent.com';
    const body = {
      identityId: params.identityId,
      oidcDiscoveryUrl: issuer,
      boundIssuer: issuer,
      caCert: '',
      boundAudiences: 'a, b',
      boundSubject: '',
      boundClaims: { ref: 'main' },
      claimMetadataMapping: {},
      accessTokenTTL: 600,
      accessTokenMaxTTL: 600,
      accessTokenNumUsesLimit: 0,
      accessTokenTrustedIps: [{ ipAddress: '0.0.0.0/0' }],
    };
    const { identityOidcAuth: created } = expectStatus(await send('POST', path, body), 200);
    expectFields(created, fields);
    expect(created).to.deep.include({ boundClaims: { ref: 'main' }, claimMetadataMapping: {} });
    expect(expectStatus(await send('GET', path), 200).identityOidcAuth).to.deep.equal(created);
    expect(
      expectStatus(await send('PATCH', path, { ...body, boundAudiences: 'c' }), 200).identityOidcAuth,
    ).to.deep.equal({ ...created, boundAudiences: 'c' });
    expectStatus(await send('DELETE', path), 200);
    expectStatus(await send('GET', path), 404);
  });

  it('read a secret by name, and a list of secrets', async () => {
    const { project, send } = await setting();
    expectStatus(
      await send('POST', '/api/v3/secrets/raw/KEY', { workspaceId: project.id, environment: 'dev', secretValue: 'v' }),
      200,
    );
    const one = expectStatus(
      await send(
        'GET',
        `/api/v3/secrets/raw/KEY?workspaceId=${project.id}&environment=dev&type=shared&secretPath=%2F&viewSecretValue=false`,
      ),
      200,
    );
    expectFields(one.secret, read);
    expect(one.secret).to.include({ secretValue: '<hidden-by-infisical>', secretValueHidden: true });
    const { secrets } = expectStatus(
      await send(
        'GET',
        `/api/v3/secrets/raw?environment=dev&workspaceId=${project.id}&expandSecretReferences=true&secretPath=%2F`,
      ),
      200,
    );
    expectFields(secrets[0], read);
    expectShownError(
      await send(
        'GET',
        `/api/v3/secrets/raw/NONE?workspaceId=${project.id}&environment=dev&type=shared&secretPath=%2F&viewSecretValue=true`,
      ),
      404,
      /NONE/,
    );
  });

  it('manage an import: create, read by id, update, delete, and 404 afterwards', async () => {
    const { project, send } = await setting();
    const location = { workspaceId: project.id, environment: 'dev', path: '/' };
    const body = { id: '', ...location, import: { environment: 'prod', path: '/' }, isReplication: false };
    const { secretImport } = expectStatus(await send('POST', '/api/v1/secret-imports', body), 200);
    expectFields(secretImport, {
      id: 'string',
      importPath: 'string',
      position: 'integer',
      createdAt: 'time',
      updatedAt: 'time',
    });
    const byId = () => send('GET', `/api/v1/secret-imports/${secretImport.id}`);
    const { secretImport: found } = expectStatus(await byId(), 200);
    expectFields(found, {
      id: 'string',
      projectId: 'string',
      secretPath: 'string',
      importPath: 'string',
      isReplication: 'boolean',
      position: 'integer',
    });
    for (const environment of [found.importEnv, found.environment])
      expectFields(environment, { id: 'string', name: 'string', slug: 'string' });
    const updated = expectStatus(
      await send('PATCH', `/api/v1/secret-imports/${secretImport.id}`, {
        id: secretImport.id,
        ...location,
        import: { environment: 'staging', path: '/' },
      }),
      200,
    );
    expect(updated.secretImport.importEnv.slug).to.equal('staging');
    expectStatus(
      await send('DELETE', `/api/v1/secret-imports/${secretImport.id}`, { id: secretImport.id, ...location }),
      200,
    );
    expectStatus(await byId(), 404);
    expectStatus(
      await send('DELETE', `/api/v1/secret-imports/${secretImport.id}`, { id: secretImport.id, ...location }),
      404,
    );
  });

  it('manage a folder and an environment, with the project in the path and in the body', async () => {
    const { project, send } = await setting();
    const { environment } = expectStatus(
      await send('POST', `/api/v1/workspace/${project.id}/environments`, {
        name: 'Tests',
        slug: 'tests',
        projectId: project.id,
        position: 4,
      }),
      200,
    );
    expectFields(environment, {
      id: 'string',
      name: 'string',
      slug: 'string',
      position: 'integer',
      projectId: 'string',
    });
    const { folder } = expectStatus(
      await send('POST', '/api/v1/folders', { workspaceId: project.id, environment: 'tests', name: 'app', path: '/' }),
      200,
    );
    expectFields(folder, {
      id: 'string',
      name: 'string',
      envId: 'string',
      path: 'string',
      description: 'string or null',
    });
    const { folder: found } = expectStatus(await send('GET', `/api/v1/folders/${folder.id}`), 200);
    expect(found).to.include({ projectId: project.id, path: '/app' });
    expect(found.environment.envSlug).to.equal('tests');
    expectStatus(
      await send('DELETE', `/api/v2/folders/${folder.id}`, {
        projectId: project.id,
        environment: 'tests',
        path: '/',
        forceDelete: true,
      }),
      200,
    );
    expectStatus(await send('GET', `/api/v1/folders/${folder.id}`), 404);
    expectStatus(
      await send('DELETE', `/api/v1/workspace/${project.id}/environments/${environment.id}`, {
        id: environment.id,
        projectId: project.id,
      }),
      200,
    );
  });

  it('get all problems of an invalid request', async () => {
    const { project, send } = await setting();
    const { reqId, message } = expectStatus(
      await send('POST', '/api/v3/secrets/raw/KEY', { workspaceId: project.id, environment: 'dev' }),
      422,
    );
    expect(reqId).to.be.a('string');
    expect(message).to.be.an('array').with.length(1);
  });
});
