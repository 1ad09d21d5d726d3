import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';

onConsole('identities', ({ world, open }) => {
  /** An administrator with a project that has a secret. */
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const body = { projectName: 'Rocket Launcher', slug: 'rocket-launcher' };
    const projectId = (await world().call('createProject', { as: admin, body })).body.project.id as string;
    await world().call('createSecret', {
      as: admin,
      params: { secretName: 'API_KEY' },
      body: { projectId, environment: 'dev', secretPath: '/', secretValue: 'a value' },
    });
    return { organization, admin, projectId };
  };
  const shown = (page: Page, label: string): Promise<string> =>
    page.getByRole('textbox', { name: label, exact: true }).inputValue();
  const command = async (page: Page, tab: string): Promise<string> => {
    await page.getByRole('tab', { name: tab }).click();
    return page.getByRole('tabpanel', { name: tab }).locator('pre').innerText();
  };
  const confirmWith = async (page: Page, action: string, name?: string) => {
    const dialog = page.getByRole('dialog');
    if (name !== undefined) await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    await dialog.getByRole('button', { name: action }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('creates a machine with a client secret that is shown once and reads the secrets of its project', async () => {
    const { admin, projectId } = await setting();
    const page = await open('/identities', { as: admin });
    await page.getByText('No machine identities yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create identity' }).first().click();
    await page.getByRole('button', { name: 'Create identity' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('payments-api');
    await page.getByRole('combobox', { name: 'Add to a project' }).click();
    await page.getByRole('option', { name: 'Rocket Launcher' }).click();
    await page.getByRole('combobox', { name: 'Role in Rocket Launcher' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create identity' }).click();

    await page.getByRole('heading', { name: 'The identity is created' }).waitFor();
    await page.getByText('It is shown only now').waitFor();
    const [clientId, clientSecret] = [await shown(page, 'Client id'), await shown(page, 'Client secret')];
    await page.getByRole('tab', { name: 'CLI' }).waitFor();
    await expectAccessible(page);
    for (const tab of ['CLI', 'Node.js', 'Python', 'Go', 'GitHub Actions', 'Kubernetes', 'curl']) {
      const text = await command(page, tab);
      expect(text, tab).to.contain(world().server.url);
      expect(text, tab).not.to.contain(clientSecret);
    }
    const login = await world().call('loginWithUniversalAuth', {
      body: { clientId, clientSecret },
    });
    const { body } = await world().call('listSecrets', {
      as: { token: login.body.accessToken as string },
      query: { projectId, environment: 'dev' },
    });
    expect(body.secrets[0]).to.include({ secretKey: 'API_KEY', secretValue: 'a value' });
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'payments-api' }).waitFor();
    expect(await page.content()).not.to.contain(clientSecret);
  });

  it('lets the jobs of a repository sign in with OpenID Connect', async () => {
    const { admin, projectId } = await setting();
    const page = await open('/identities/new?project=rocket-launcher', { as: admin });
    await page.getByLabel('Name').fill('deploy');
    await page.getByRole('radio', { name: 'OpenID Connect' }).check();
    await page.getByLabel('Repository').fill('acme/rockets');
    await page.getByRole('combobox', { name: 'Jobs of' }).click();
    await page.getByRole('option', { name: 'One branch' }).click();
    await page.getByLabel('Branch').fill('main');
    await page.getByText('repo:acme/rockets:ref:refs/heads/main').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create identity' }).click();
    await page.getByText('There is no secret to copy').waitFor();
    const workflow = await command(page, 'GitHub Actions');
    const { body } = await world().call('listProjectIdentities', { as: admin, params: { projectId } });
    const identityId = body.identityMemberships[0].identity.id as string;
    expect(workflow).to.contain(`identity-id: ${identityId}`).and.to.contain('project-slug: rocket-launcher');
    const { body: stored } = await world().call('getOidcAuth', { as: admin, params: { identityId } });
    expect(stored.identityOidcAuth).to.include({
      boundIssuer: 'https://token.actions.githubusercontent.com',
      boundSubject: 'repo:acme/rockets:ref:refs/heads/main',
      boundAudiences: 'https://github.com/acme',
      accessTokenTTL: 3600,
    });
  });

  it('shows an identity: changes it, its credentials and its projects, and deletes it', async () => {
    const { organization, admin, projectId } = await setting();
    const { id } = await world().newIdentity(organization, 'no-access');
    const page = await open(`/identities/${id}`, { as: admin });
    await page.getByRole('textbox', { name: 'Name' }).fill('ci-runner');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The identity is saved.').waitFor();

    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('What it is for').fill('nightly');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const token = await shown(page, 'Token of the machine identity');
    await expectAccessible(page);
    expect((await world().call('getIdentityDetails', { as: { token: token! } })).status).to.equal(200);
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await confirmWith(page, 'Revoke');
    expect((await world().call('getIdentityDetails', { as: { token: token! } })).status).to.equal(401);

    await page.getByRole('button', { name: 'Add a way to sign in' }).click();
    await page.getByRole('menuitem', { name: 'Client secret' }).click();
    await page.getByRole('combobox', { name: 'A token works for' }).fill('10 minutes');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('A token works for 10 minutes').waitFor();
    await page.getByRole('button', { name: 'Remove Token' }).click();
    await confirmWith(page, 'Remove');
    await page.getByRole('heading', { name: 'Token' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Add to a project' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Rocket Launcher' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Rocket Launcher' }).waitFor();
    await page.getByRole('tab', { name: 'CLI' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove from Rocket Launcher' }).click();
    await confirmWith(page, 'Remove');
    const { body } = await world().call('listProjectIdentities', { as: admin, params: { projectId } });
    expect(body.identityMemberships).to.deep.equal([]);

    await page.getByRole('button', { name: 'Delete identity' }).click();
    await confirmWith(page, 'Delete identity', 'ci-runner');
    await page.getByText('No machine identities yet').waitFor();
    expect((await world().call('getIdentity', { as: admin, params: { identityId: id } })).status).to.equal(404);
  });
});
