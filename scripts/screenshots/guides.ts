import type { Page } from 'playwright-core';
import type { OperationId } from '../../generated/operations.ts';
import { renameUser } from './people.ts';
import { colorSchemes, inStudio, type Studio } from './studio.ts';

const setting = async ({ world: studioWorld, sql, storage }: Studio) => {
  const world = studioWorld();
  const organization = await world.newOrganization();
  await sql(`update organizations set "name" = 'Acme' where "id" = '${organization.id}'`);
  const as = await renameUser(storage(), await world.newUser(organization, 'admin'), 'Grace', 'Hopper');
  await world.makeInstanceAdmin(as);
  for (const [first, last] of [
    ['Ada', 'Lovelace'],
    ['Katherine', 'Johnson'],
  ] as const)
    await renameUser(storage(), await world.newUser(organization, 'member'), first, last);
  const call = async (id: OperationId, options: object) => {
    const response = await world.call(id, { as, ...options });
    if (response.status !== 200) throw new Error(`${id}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const body = { projectName: 'Rocket', slug: 'rocket' };
  const projectId = (await call('createProject', { body })).project.id as string;
  return { as, call, projectId };
};

type Setting = Awaited<ReturnType<typeof setting>>;

const createCertificates = async ({ call, projectId }: Setting): Promise<void> => {
  const keyAlgorithm = 'EC_prime256v1';
  const configuration = { type: 'root', commonName: 'Acme Root', keyAlgorithm, notAfter: '2040-01-01T00:00:00Z' };
  const { id: caId } = await call('createCertificateAuthority', {
    body: { projectId, name: 'acme-root', configuration },
  });
  for (const [commonName, ttl] of [
    ['web.example.com', '90d'],
    ['api.example.com', '90d'],
    ['mail.example.com', '12d'],
  ])
    await call('issueCertificate', { body: { caId, commonName, altNames: commonName, ttl } });
};

/** A machine identity with a client secret and another way to log in; returns its page. */
const createMachine = async ({ call, projectId }: Setting): Promise<string> => {
  const { identity } = await call('createIdentity', { body: { name: 'build-server', role: 'member' } });
  const params = { identityId: identity.id };
  await call('attachUniversalAuth', { params, body: { accessTokenTTL: 3600 } });
  await call('createClientSecret', { params, body: { description: 'On the build server' } });
  await call('attachAwsAuth', { params, body: { allowedPrincipalArns: 'arn:aws:iam::123456789012:role/build' } });
  const member = { projectId, identityId: identity.id };
  await call('addProjectIdentity', { params: member, body: { role: 'viewer' } });
  return `/identities/${identity.id}`;
};

const addLogin = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a way to sign in' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).waitFor();
};

inStudio('pictures of the guides', async (studio) => {
  const made = await setting(studio);
  await createCertificates(made);
  const machine = await createMachine(made);
  const folder = { projectId: made.projectId, environment: 'dev', secretPath: '/' };
  const createSecret = (secretName: string) =>
    made.call('createSecret', { params: { secretName }, body: { ...folder, secretValue: 'an example' } });
  await createSecret('REDIS_URL');
  for (const colorScheme of colorSchemes) {
    const take = await studio.camera(made.as, colorScheme);
    await take('start', '/', (page) => page.getByText('Recent activity').waitFor());
    await take('instance', '/admin', async (page) => {
      await page.getByRole('heading', { name: 'Users' }).waitFor();
      await page.getByRole('button', { name: 'Download a backup' }).waitFor();
    });
    await take('single-sign-on', '/org/security', async (page) => {
      await page.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'Own' }).click();
      await page.getByRole('textbox', { name: 'Address of the provider' }).fill('https://login.example.com');
      await page.getByRole('textbox', { name: 'Client id' }).fill('sallyport');
      await page.getByRole('textbox', { name: 'Client id' }).blur();
    });
    await take('webhooks', '/p/rocket/settings', async (page) => {
      await page.getByRole('button', { name: 'Create webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill('https://example.com/hook');
      await dialog.getByLabel('Address').blur();
    });
    await take('certificates', '/p/rocket/certificates', (page) =>
      page.getByText('mail.example.com').first().waitFor(),
    );
    await take('identity', machine, async (page) => {
      await page.getByText('On the build server').waitFor();
      await page.mouse.wheel(0, 372);
    });
    await take('oidc', machine, async (page) => {
      await addLogin(page, 'OpenID Connect');
      await page.getByRole('textbox', { name: 'Repository' }).fill('acme/launcher');
      await page.getByRole('combobox', { name: 'Jobs of' }).click();
      await page.getByRole('option', { name: 'One branch' }).click();
      await page.getByRole('textbox', { name: 'Branch' }).fill('main');
    });
    await take('kubernetes', machine, async (page) => {
      await addLogin(page, 'Kubernetes');
      await page.getByRole('textbox', { name: 'API server' }).fill('https://10.0.0.1:6443');
      await page.getByRole('textbox', { name: 'Namespaces' }).fill('payments');
    });
    await take('events', '/p/rocket/events', async (page) => {
      await page.getByRole('status').getByText('Live').waitFor();
      for (const secretName of ['API_KEY', 'DATABASE_URL']) await createSecret(secretName);
      await page.getByText('DATABASE_URL', { exact: true }).first().waitFor();
      // The pictures of the other color scheme begin with the same.
      for (const secretName of ['API_KEY', 'DATABASE_URL'])
        await made.call('deleteSecret', { params: { secretName }, body: folder });
    });
  }
});
