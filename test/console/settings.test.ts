import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { WebhookReceiver } from '../support/clients/webhook-receiver.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onConsole('settings', ({ world, open, allow }) => {
  const setting = async (changes: object = {}) => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const { body } = await world().call('createProject', {
      as: admin,
      body: { projectName: 'Rocket Launcher', slug: 'rocket-launcher', ...changes },
    });
    const projectId = body.project.id as string;
    const read = async () => (await world().call('getProject', { as: admin, params: { projectId } })).body.project;
    return { organization, admin, projectId, read };
  };
  const address = '/p/rocket-launcher/settings';
  const choose = async (page: Page, actions: string, action: string) => {
    await page.getByRole('button', { name: actions }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const confirmWith = async (page: Page, action: string, name?: string) => {
    const dialog = page.getByRole('dialog');
    if (name !== undefined) {
      expect(await dialog.getByRole('button', { name: action }).isDisabled()).to.equal(true);
      await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    }
    await dialog.getByRole('button', { name: action }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const environmentNames = (page: Page) =>
    page.getByRole('list', { name: 'Environments', exact: true }).getByRole('listitem').allInnerTexts();

  it('changes name, slug, description and delete protection, and goes on at the new address', async () => {
    const { admin, read } = await setting();
    const page = await open(address, { as: admin });
    await page.getByLabel('Name').fill('Rocket');
    await page.getByLabel('Slug').fill('Bad slug');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Use lower-case letters').waitFor();
    await page.getByLabel('Slug').fill('rocket');
    await page.getByLabel('Description').fill('Everything that flies.');
    await page.getByLabel('Delete protection').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/p/rocket/settings');
    await page.getByLabel('Slug').waitFor();
    expect(await read()).to.include({
      name: 'Rocket',
      slug: 'rocket',
      description: 'Everything that flies.',
      hasDeleteProtection: true,
    });
  });

  it('creates, renames and deletes an environment, and restores it', async () => {
    const { admin, read } = await setting();
    const page = await open(address, { as: admin });
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Quality Assurance');
    expect(await page.getByRole('dialog').getByLabel('Slug').inputValue()).to.equal('quality-assurance');
    await page.getByRole('dialog').getByLabel('Slug').fill('qa');
    await page.getByRole('dialog').getByRole('button', { name: 'Create environment' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await choose(page, 'Actions of Quality Assurance', 'Edit');
    await page.getByRole('dialog').getByLabel('Name').fill('Acceptance');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await choose(page, 'Actions of Acceptance', 'Delete');
    await expectAccessible(page);
    await confirmWith(page, 'Delete environment', 'Acceptance');
    await page.getByText('can be restored until').waitFor();
    expect((await read()).environments).to.have.length(3);
    await page.getByRole('button', { name: 'Restore Acceptance' }).click();
    await page.getByRole('button', { name: 'Actions of Acceptance' }).waitFor();
    expect((await read()).environments[3]).to.include({ name: 'Acceptance', slug: 'qa' });
    await choose(page, 'Actions of Acceptance', 'Delete');
    await confirmWith(page, 'Delete environment', 'Acceptance');
    await page.getByRole('button', { name: 'Delete Acceptance for good' }).click();
    await confirmWith(page, 'Delete for good', 'Acceptance');
    await page.getByText('can be restored until').waitFor({ state: 'detached' });
    expect((await read()).deletedEnvironments).to.deep.equal([]);
  });

  it('orders environments with the keyboard and by dragging', async () => {
    const { admin, read } = await setting();
    const slugs = async () => (await read()).environments.map(({ slug }: { slug: string }) => slug);
    const page = await open(address, { as: admin });
    await page.getByRole('button', { name: /^Move Development/ }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Development is now at position 2.').waitFor({ state: 'attached' });
    expect(await slugs()).to.deep.equal(['staging', 'dev', 'prod']);
    await page.locator(':focus[aria-label$="position 2 of 3"]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Development is now at position 3.').waitFor({ state: 'attached' });
    expect(await slugs()).to.deep.equal(['staging', 'prod', 'dev']);

    const rows = page.getByRole('list', { name: 'Environments', exact: true }).getByRole('listitem');
    await rows.nth(2).dragTo(rows.nth(0));
    await page.getByText('Development is now at position 1.').waitFor({ state: 'attached' });
    expect(await slugs()).to.deep.equal(['dev', 'staging', 'prod']);
    expect((await environmentNames(page))[0]).to.contain('Development');
  });

  it('creates, changes and deletes a tag', async () => {
    const { admin, projectId } = await setting();
    const tags = async () =>
      (await world().call('listTags', { as: admin, params: { projectId } })).body.tags as { slug: string }[];
    const page = await open(address, { as: admin });
    await page.getByText('No tags yet.').waitFor();
    await page.getByRole('button', { name: 'Create tag' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('payments');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Colour' }).fill('#d92626');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Create tag' }).click();
    await page.getByRole('button', { name: 'Edit payments' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('billing');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Delete billing' }).waitFor();
    expect((await tags())[0]).to.include({ slug: 'billing', color: '#d92626' });
    await page.getByRole('button', { name: 'Delete billing' }).click();
    await confirmWith(page, 'Delete tag');
    await page.getByText('No tags yet.').waitFor();
    expect(await tags()).to.deep.equal([]);
  });

  it('creates a webhook, tests it, shows its deliveries, pauses and deletes it', async () => {
    const receiver = await WebhookReceiver.start();
    try {
      const { admin } = await setting();
      const page = await open(address, { as: admin });
      await page.getByText('No webhooks yet.').waitFor();
      await page.getByRole('button', { name: 'Create webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(receiver.url);
      await dialog.getByLabel('Folder').fill('/app/**');
      await dialog.getByLabel('Signing key').fill('canary signing key');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Create webhook' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Nothing sent yet').waitFor();
      expect(await page.content()).not.to.contain('canary signing key');

      await choose(page, 'Actions of the webhook', 'Send a test');
      await page.getByText('The test request was received.').waitFor();
      expect(receiver.received[0]!.headers).to.have.property('x-infisical-signature');
      receiver.status = 500;
      await choose(page, 'Actions of the webhook', 'Send a test');
      await page.getByText('The test request failed').waitFor();
      await page.getByText('Failing').waitFor();

      await choose(page, 'Actions of the webhook', 'Deliveries');
      await page.getByRole('cell', { name: 'Success (200)' }).waitFor();
      await page.getByRole('cell', { name: /^Failed/ }).waitFor();
      await expectAccessible(page);
      await page.getByRole('dialog', { name: 'Deliveries' }).getByRole('button', { name: 'Close' }).click();
      await choose(page, 'Actions of the webhook', 'Pause');
      await page.getByText('Paused').waitFor();
      await choose(page, 'Actions of the webhook', 'Resume');
      await page.getByText('Failing').waitFor();
      await choose(page, 'Actions of the webhook', 'Delete');
      await confirmWith(page, 'Delete webhook');
      await page.getByText('No webhooks yet.').waitFor();
    } finally {
      receiver.stop();
    }
  });

  it('shows why a webhook sends nothing after its member was removed, and resumes it', async () => {
    const { organization, admin, projectId, read } = await setting();
    const project = { ...(await read()), organizationId: organization.id };
    const creator = await world().newUser(organization, 'member');
    await addToProject(world(), project, creator, 'admin');
    const body = { projectId, environment: 'dev', webhookUrl: 'http://127.0.0.1:9', secretPath: '/**' };
    expect((await world().call('createWebhook', { as: creator, body })).status).to.equal(200);
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('organization_memberships').where({ userId: creator.id }).delete(),
    );
    const page = await open(address, { as: admin });
    await page.getByText('The member who was responsible for it has no access').waitFor();
    await expectAccessible(page);
    await choose(page, 'Actions of the webhook', 'Resume');
    await page.getByText('Nothing sent yet').waitFor();
  });

  it('deletes the project after its name is typed, and not while it is protected', async () => {
    const { admin } = await setting({ hasDeleteProtection: true });
    const page = await open(address, { as: admin });
    await page.getByRole('button', { name: 'Delete project' }).focus();
    // The lists above it may push it out of the window when they are loaded.
    await page.getByText('The project has delete protection.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Delete project' }).click({ force: true });
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await page.getByLabel('Delete protection').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The project is saved.').waitFor();
    await page.getByRole('button', { name: 'Delete project' }).click();
    await confirmWith(page, 'Delete project', 'Rocket Launcher');
    await page.getByText('No projects yet').waitFor();
    expect((await world().call('listProjects', { as: admin })).body.projects).to.deep.equal([]);
  });

  it('leads from a refusal to its explanation, with the question filled in', async () => {
    const { organization, projectId } = await setting();
    const demoted = await world().newUser(organization, 'member');
    const { row } = await world()
      .server.parts.stores.projects.findAnywhere(projectId)
      .then((row) => ({ row: row! }));
    const { id } = await addToProject(world(), row, demoted, 'admin');
    const page = await open(address, { as: demoted });
    await page.getByLabel('Description').fill('Everything that flies.');
    await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      await db('project_membership_roles').where({ projectMembershipId: id }).update({ role: 'viewer' });
      await db('project_revisions').where({ projectId }).increment('accessRevision', 1);
    });
    allow(/^403: .*\/projects\//);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Why is this refused?' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByText(`No: ${demoted.email} may not`).waitFor();
    await expectAccessible(page);
  });

  it('shows a viewer the settings, without what is not allowed', async () => {
    const { organization, admin, projectId } = await setting();
    const viewer = await world().newUser(organization, 'member');
    await world().call('addProjectUsers', {
      as: admin,
      params: { projectId },
      body: { emails: [viewer.email], roleSlugs: ['viewer'] },
    });
    const page = await open(address, { as: viewer });
    await page.getByText('Production').waitFor();
    expect(await page.getByRole('button', { name: /^(Move|Actions of)/ }).count()).to.equal(0);
    for (const [name, reason] of [
      ['Save', 'You are not allowed to edit the settings'],
      ['Create environment', 'You are not allowed to create environments'],
      ['Create tag', 'You are not allowed to create tags'],
      ['Delete project', 'You are not allowed to delete this project'],
    ] as const) {
      await page.getByRole('button', { name }).focus();
      await page.getByText(reason).waitFor({ state: 'attached' });
      await page.getByRole('button', { name }).press('Enter');
    }
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await expectAccessible(page);
  });
});
