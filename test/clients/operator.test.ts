import { expect } from 'chai';
import { expectFields, expectStatus, newClient, sendAs } from '../support/clients/sender.ts';
import { allEventKinds, listen, summarize } from '../support/clients/streams.ts';
import { onEachDatabase } from '../support/world/world.ts';

const read = {
  id: 'string',
  type: 'string',
  secretKey: 'string',
  environment: 'string',
  secretValue: 'string',
  secretPath: 'string',
} as const;

onEachDatabase('the requests of the Kubernetes operator', (world) => {
  const setting = async () => {
    const client = await newClient(world());
    const send = sendAs(world(), 'k8-operator/0.10.0', client.token);
    const store = async (key: string, environment: string, secretValue: string) =>
      expectStatus(
        await send('POST', `/api/v4/secrets/${key}`, {
          projectId: client.project.id,
          environment,
          secretPath: '/',
          secretValue,
          type: 'shared',
        }),
        200,
      );
    return { ...client, send, store };
  };

  it('check whether the server is available', async () => {
    expect(expectStatus(await sendAs(world(), 'k8-operator/0.10.0')('GET', '/api/status'), 200).message).to.equal('Ok');
  });

  it('find the project by its slug, and use the defaults of a list: imports and expanded references', async () => {
    const { project, send, store } = await setting();
    await store('SHARED', 'prod', 'p');
    await store('KEY', 'dev', '${OTHER}');
    await store('OTHER', 'dev', 'o');
    expectStatus(
      await send('POST', '/api/v2/secret-imports', {
        projectId: project.id,
        environment: 'dev',
        path: '/',
        import: { environment: 'prod', path: '/' },
      }),
      200,
    );
    const found = expectStatus(await send('GET', `/api/v1/projects/slug/${project.slug}`), 200);
    expectFields(found, { id: 'string', name: 'string', slug: 'string', orgId: 'string', environments: 'list' });
    expectFields(found.environments[0], { id: 'string', name: 'string', slug: 'string' });

    const { secrets, imports } = expectStatus(
      await send(
        'GET',
        `/api/v4/secrets?projectId=${found.id}&environment=dev&secretPath=%2F&recursive=false&tagSlugs=`,
      ),
      200,
    );
    for (const secret of secrets) expectFields(secret, read);
    expect(secrets[0]).to.include({ secretKey: 'KEY', secretValue: 'o' });
    expectFields(imports[0], { secretPath: 'string', environment: 'string', folderId: 'string', secrets: 'list' });
    expectFields(imports[0].secrets[0], read);
  });

  it('subscribe to the events of the project that a slug names, and without an id to none', async () => {
    const { project, token, send, store } = await setting();
    const found = expectStatus(await send('GET', `/api/v2/workspace/${project.slug}`), 200);
    expectFields(found, { id: 'string', name: 'string', slug: 'string', orgId: 'string', environments: 'list' });
    const conditions = { secretPath: '/**', environmentSlug: 'dev' };
    const register = allEventKinds.map((kind) => ({ ...kind, conditions }));
    const stream = await listen(world(), { token }, found.id as string, register);
    await store('KEY', 'dev', 'v');
    expect((await stream.next(1)).map(summarize)).to.deep.equal(['secret:create dev:/ KEY']);
    stream.close();
    // As an InfisicalStaticSecret does with a slug, after which it asks at intervals.
    const withoutId = await send('POST', '/api/v1/events/subscribe/project-events', { projectId: '', register });
    expect(withoutId.status).to.equal(422);
  });

  it('check in the former way whether anything has changed', async () => {
    const { project, send, store } = await setting();
    await store('KEY', 'dev', 'v');
    const poll = (etag?: string) =>
      send(
        'GET',
        `/api/v3/secrets/raw?workspaceId=&workspaceSlug=${project.slug}&environment=dev&secretPath=%2F&expandSecretReferences=true&include_imports=true&recursive=false`,
        undefined,
        etag ? { 'If-None-Match': etag } : {},
      );
    const first = await poll();
    expectFields(expectStatus(first, 200).secrets[0], read);
    expect(await poll(first.etag!)).to.deep.equal({ status: 304, etag: first.etag, body: undefined });
    await store('OTHER', 'dev', 'o');
    expect(expectStatus(await poll(first.etag!), 200).secrets).to.have.length(2);
  });
});
