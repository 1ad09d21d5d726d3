import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { OperationId } from '../../generated/operations.ts';
import { useConsole, type OpenOptions } from '../../test/support/clients/console.ts';
import type { TestUser } from '../../test/support/world/members.ts';
import { execute } from '../../test/support/world/sql.ts';
import { newStorage, ownWorld, type Environment, type World } from '../../test/support/world/world.ts';
import { renameUser } from './people.ts';

const folder = join(import.meta.dirname, '..', '..', 'src', 'console', 'screenshots');

/** The time at which the clock of the server stands. */
const start = Date.UTC(2030, 0, 1, 0);

describe('pictures of the guides', () => {
  let world: World;
  let storage: Environment;
  const { open } = useConsole(() => world);
  before(async () => {
    storage = await newStorage('sqlite');
    world = await ownWorld(storage);
  });

  const setting = async () => {
    const organization = await world.newOrganization();
    await execute(storage, `update organizations set "name" = 'Acme' where "id" = '${organization.id}'`);
    const as = await renameUser(storage, await world.newUser(organization, 'admin'), 'Grace', 'Hopper');
    await world.makeInstanceAdmin(as);
    for (const [first, last] of [
      ['Ada', 'Lovelace'],
      ['Katherine', 'Johnson'],
    ] as const)
      await renameUser(storage, await world.newUser(organization, 'member'), first, last);
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

  /** A browser that takes pictures of pages, in a color scheme. */
  const camera = async (as: TestUser, colorScheme: NonNullable<OpenOptions['colorScheme']>) => {
    const page = await open('/account', { as, colorScheme, viewport: { width: 1200, height: 640 } });
    await page.clock.setFixedTime(start);
    const take = async (name: string, path: string, prepare: (page: Page) => Promise<unknown>): Promise<void> => {
      await page.goto(`${world.server.url}${path}`);
      await prepare(page);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
    };
    return take;
  };

  const addLogin = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a way to sign in' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).waitFor();
  };

  it('takes the pictures', async () => {
    const made = await setting();
    await createCertificates(made);
    const machine = await createMachine(made);
    for (const colorScheme of ['light', 'dark'] as const) {
      const take = await camera(made.as, colorScheme);
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
        for (const secretName of [`API_KEY_${colorScheme.toUpperCase()}`, `DATABASE_URL_${colorScheme.toUpperCase()}`])
          await made.call('createSecret', {
            params: { secretName },
            body: { projectId: made.projectId, environment: 'dev', secretPath: '/', secretValue: 'an example' },
          });
        await page
          .getByText(/^DATABASE_URL_/)
          .first()
          .waitFor();
      });
    }
  });
});
