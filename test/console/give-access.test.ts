import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestUser } from '../support/world/members.ts';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';
import { addToProject } from '../support/fixtures/projects.ts';

/** The time at which the clock of the server stands. */
const start = Date.UTC(2030, 0, 1);

onConsole('giving access for a time', ({ world, open, allow }) => {
  const setting = async () => {
    const where = await newConsoleSecrets(world(), ['/app']);
    await where.create({ KEY: 'value' }, 'prod');
    const ada = await world().newUser(where.organization, 'no-access');
    await addToProject(world(), where.project, ada, 'no-access');
    const mayRead = async (environment: string, secretPath: string): Promise<boolean> => {
      const { body } = await world().call('explainAccess', {
        as: where.admin,
        params: { projectId: where.project.id },
        body: {
          actorType: 'user',
          actorId: ada.id,
          subject: 'secrets',
          action: 'readValue',
          object: { environment, secretPath, secretName: 'KEY', secretTags: [] },
        },
      });
      return body.isAllowed as boolean;
    };
    return { ...where, base: `/p/${where.project.slug}`, ada, mayRead };
  };

  /** Opens an address in a browser whose clock stands as the server's does. */
  const openAtStart = async (path: string, as: TestUser): Promise<Page> => {
    const page = await open('/account', { as });
    await page.clock.setFixedTime(start);
    await page.goto(`${world().server.url}${path}`);
    return page;
  };

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Give access for a time' });

  it('gives somebody an environment for two hours with four clicks, and takes it back', async () => {
    const { admin, ada, base, mayRead } = await setting();
    const page = await openAtStart(`${base}/prod`, admin);
    await page.getByRole('link', { name: 'Give access for a time' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: ada.email }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: ada.email }).getByText('2 h left').waitFor();
    expect(await mayRead('prod', '/')).to.equal(true);
    expect(await mayRead('prod', '/app')).to.equal(true);
    expect(await mayRead('dev', '/')).to.equal(false);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nothing temporary here').waitFor();
    expect(await mayRead('prod', '/')).to.equal(false);
  });

  it('begins with what was asked about a person and a secret, and adds people of the organization', async () => {
    const { admin, organization, ada, base, mayRead } = await setting();
    const guest = await world().newUser(organization, 'no-access');
    const question = `actor=user:${encodeURIComponent(ada.email)}&subject=secrets&action=readValue`;
    const page = await openAtStart(
      `${base}/access/explain?${question}&environment=prod&secretPath=/&secretName=KEY`,
      admin,
    );
    await page.getByText(/^No: /).waitFor();
    await page.getByRole('link', { name: 'Give access for a time' }).click();
    await dialogOf(page).getByText('Only the secret KEY').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('listitem').filter({ hasText: ada.email }).waitFor();
    expect(await mayRead('prod', '/')).to.equal(true);
    expect(await mayRead('prod', '/app')).to.equal(false);

    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('give access');
    await page.getByRole('button', { name: 'Give access for a time' }).click();
    await dialogOf(page).getByRole('combobox', { name: 'Who' }).fill(guest.email);
    await page.getByRole('option', { name: guest.email }).click();
    await dialogOf(page).getByLabel('For').fill('soon');
    await page.keyboard.press('Tab');
    await dialogOf(page).getByRole('button', { name: 'Give access' }).click();
    await dialogOf(page).getByText('Enter a number and a unit').waitFor();
    await dialogOf(page).getByLabel('For').fill('30 minutes');
    await page.keyboard.press('Tab');
    await dialogOf(page).getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('listitem').filter({ hasText: guest.email }).getByText('30 min left').waitFor();
  });

  it('counts down for whoever receives it, and then says what has ended and whom to ask', async () => {
    const { admin, ada, base, project } = await setting();
    const member = await world().server.parts.stores.projectUsers.findOfUser(project.id, ada.id);
    const created = await world().call('createUserPrivilege', {
      as: admin,
      body: {
        projectMembershipId: member!.id,
        slug: 'night-shift',
        permissions: [
          { subject: 'secrets', action: ['describeSecret', 'readValue'], conditions: { environment: 'prod' } },
        ],
        type: {
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '2h',
          temporaryAccessStartTime: new Date(start).toISOString(),
        },
      },
    });
    expect(created.status).to.equal(200);
    allow(/^403: /);
    const page = await openAtStart(`${base}/prod`, ada);
    const note = page.getByRole('region', { name: 'Your access for a time' });
    await note.getByText('You have the privilege night-shift: 2 h left').waitFor();
    await page.getByText('KEY', { exact: true }).waitFor();
    await expectAccessible(page);
    await world().clock.later(7201, async () => {
      await page.clock.setFixedTime(start + 7_201_000);
      await note.getByText('You no longer have the privilege night-shift').waitFor();
      await note.getByText(`Ask ${admin.email} if you still need it.`).waitFor();
      const empty = page.getByRole('heading', { name: 'You may not see the secrets of this folder' });
      await empty.waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Close the note about access that ended' }).click();
      await note.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'All environments' }).click();
      await page.getByRole('heading', { name: 'You may not see the secrets here' }).waitFor();
    });
  });
});
