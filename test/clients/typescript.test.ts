import { expect } from 'chai';
import createClient from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { newClient } from '../support/clients/sender.ts';
import { onEachDatabase } from '../support/world/world.ts';

/**
 * A client that is generated only from the contract, so that the compiler checks every field below.
 */
onEachDatabase('a client that is generated with openapi-typescript and openapi-fetch', (world) => {
  it('logs in, and creates, reads, lists, updates and deletes a privilege', async () => {
    const { organization, clientId, secret: clientSecret, project, token } = await newClient(world());
    const { id: identityId } = await world().newIdentity(organization, 'no-access');
    await world().call('addProjectIdentity', {
      as: { token },
      params: { projectId: project.id, identityId },
      body: { role: 'no-access' },
    });
    const client = createClient<paths>({ baseUrl: world().server.url });

    const { data: login } = await client.POST('/api/v1/auth/universal-auth/login', {
      body: { clientId, clientSecret },
    });
    const accessToken: string = login!.accessToken;
    client.use({
      onRequest: ({ request }) => {
        request.headers.set('Authorization', `Bearer ${accessToken}`);
      },
    });

    const permissions = [
      { subject: 'secrets' as const, action: ['readValue' as const], conditions: { environment: { $eq: 'dev' } } },
    ];
    const created = await client.POST('/api/v2/identity-project-additional-privilege', {
      body: { identityId, projectId: project.id, slug: 'reads-dev', permissions, type: { isTemporary: false } },
    });
    const { id, slug, isTemporary, createdAt }: { id: string; slug: string; isTemporary: boolean; createdAt: string } =
      created.data!.privilege;
    expect({ slug, isTemporary }).to.deep.equal({ slug: 'reads-dev', isTemporary: false });
    expect(new Date(createdAt).getTime()).not.to.be.NaN;

    const at = { params: { path: { id } } };
    expect(
      (await client.GET('/api/v2/identity-project-additional-privilege/{id}', at)).data!.privilege.permissions,
    ).to.deep.equal([{ ...permissions[0], inverted: false }]);
    const { data: list } = await client.GET('/api/v2/identity-project-additional-privilege', {
      params: { query: { identityId, projectId: project.id } },
    });
    expect(list!.privileges.map((privilege): string => privilege.id)).to.deep.equal([id]);

    const type = {
      isTemporary: true as const,
      temporaryMode: 'relative' as const,
      temporaryRange: '1h',
      temporaryAccessStartTime: '2030-01-01T00:00:00Z',
    };
    const { data: updated } = await client.PATCH('/api/v2/identity-project-additional-privilege/{id}', {
      ...at,
      body: { type },
    });
    const end: string | null = updated!.privilege.temporaryAccessEndTime;
    expect(end).to.equal('2030-01-01T01:00:00.000Z');
    expect((await client.DELETE('/api/v2/identity-project-additional-privilege/{id}', at)).data!.privilege.id).to.equal(
      id,
    );

    const { error, response } = await client.GET('/api/v2/identity-project-additional-privilege/{id}', at);
    const message: string | unknown[] = error!.message;
    expect(response.status).to.equal(404);
    expect({ statusCode: error!.statusCode, error: error!.error, message }).to.deep.equal({
      statusCode: 404,
      error: 'NotFound',
      message: 'Privilege not found.',
    });
  });
});
