import { expect } from 'chai';
import { goodClaims, newOidcMachine } from '../support/fixtures/oidc-auth.ts';
import { TestProvider } from '../support/clients/oidc-provider.ts';
import {
  expectFields,
  expectShownError,
  expectStatus,
  loginFields,
  newClient,
  sendAs,
} from '../support/clients/sender.ts';
import { onEachDatabase } from '../support/world/world.ts';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

onEachDatabase('the requests of the GitHub Action', (world) => {
  it('log in with a form, and list secrets by the slug of the project', async () => {
    const { clientId, secret, token, project } = await newClient(world());
    const stored = await sendAs(world(), 'node', token)('POST', '/api/v3/secrets/raw/KEY', {
      projectSlug: project.slug,
      environment: 'dev',
      secretValue: 'v',
    });
    expectStatus(stored, 200);
    const login = expectStatus(
      await sendAs(world(), 'node')(
        'POST',
        '/api/v1/auth/universal-auth/login',
        new URLSearchParams({ clientId, clientSecret: secret }).toString(),
        form,
      ),
      200,
    );
    expectFields(login, loginFields);
    const query = `secretPath=%2F&environment=dev&include_imports=true&recursive=false&workspaceSlug=${project.slug}&expandSecretReferences=true`;
    const { secrets, imports } = expectStatus(
      await sendAs(world(), 'node', login.accessToken)('GET', `/api/v3/secrets/raw?${query}`),
      200,
    );
    expectFields(secrets[0], { secretKey: 'string', secretValue: 'string' });
    expect(imports).to.deep.equal([]);
  });

  it('log in with the token of its job, also in a form', async () => {
    const provider = await TestProvider.start();
    const { identity } = await newOidcMachine(world(), provider, { boundSubject: 'repo:acme/rockets:*' });
    const send = async (jwt: string) =>
      sendAs(world(), 'node')(
        'POST',
        '/api/v1/auth/oidc-auth/login',
        new URLSearchParams({ identityId: identity.id, jwt }).toString(),
        form,
      );
    const login = expectStatus(await send(await provider.sign(goodClaims(world(), provider))), 200);
    expectFields(login, loginFields);
    expectShownError(
      await send(await provider.sign(goodClaims(world(), provider, { sub: 'repo:other/x:*' }))),
      401,
      /not accepted/,
    );
    await provider.stop();
  });

  it('get an error for wrong credentials', async () => {
    const { clientId } = await newClient(world());
    expectShownError(
      await sendAs(world(), 'node')(
        'POST',
        '/api/v1/auth/universal-auth/login',
        `clientId=${clientId}&clientSecret=wrong`,
        form,
      ),
      401,
      /Invalid credentials/,
    );
  });
});
