import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestUser } from '../support/world/members.ts';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';

/** The time at which the clock of the server stands. */
const start = Date.UTC(2030, 0, 1);
const hour = 3_600_000;

/** A period in hours from then on. */
const during = (from: number, to: number) => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: `${to - from}h`,
  temporaryAccessStartTime: new Date(start + from * hour).toISOString(),
  temporaryAccessEndTime: new Date(start + to * hour).toISOString(),
});

onConsole('access', ({ world, open }) => {
  const setting = async () => {
    const where = await newConsoleSecrets(world(), ['/app']);
    const { organization, project, admin } = where;
    const ada = await world().newUser(organization, 'no-access');
    const { id: membershipId } = await addToProject(world(), project, ada, 'no-access');
    const mayRead = async (): Promise<boolean> => {
      const object = { environment: 'dev', secretPath: '/' };
      const { body } = await world().call('explainAccess', {
        as: admin,
        params: { projectId: project.id },
        body: { actorType: 'user', actorId: ada.id, subject: 'secrets', action: 'readValue', object },
      });
      return body.isAllowed as boolean;
    };
    return { ...where, base: `/p/${project.slug}`, ada, membershipId, mayRead };
  };

  /** Opens an address in a browser whose clock stands as the server's does. */
  const openAtStart = async (path: string, as: TestUser): Promise<Page> => {
    const page = await open('/account', { as });
    await page.clock.setFixedTime(start);
    await page.goto(`${world().server.url}${path}`);
    return page;
  };

  it('grants a role for two minutes, counts down, and shows that it is gone', async () => {
    const { admin, project, ada, membershipId, base, mayRead } = await setting();
    const page = await openAtStart(`${base}/access`, admin);
    const row = page.getByRole('row').filter({ hasText: ada.email });
    await row.getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: ada.email });
    await drawer.getByRole('combobox', { name: 'Role 1' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await drawer.getByRole('combobox', { name: 'Duration of Viewer' }).click();
    await page.getByRole('option', { name: 'Now, for' }).click();
    await drawer.getByLabel('Length of Viewer').fill('2 minutes');
    expect(await mayRead()).to.equal(false);
    // Somebody else changes the roles meanwhile.
    await world().call('updateProjectUserRoles', {
      as: admin,
      params: { projectId: project.id, projectMembershipId: membershipId },
      body: { roles: [{ role: 'no-access' }, { role: 'no-access' }] },
    });
    await drawer.getByRole('button', { name: 'Save the roles' }).click();
    const question = page.getByRole('dialog', { name: 'Somebody else has changed these roles meanwhile' });
    await question.getByText('No access').first().waitFor();
    await question.getByRole('button', { name: 'Replace them' }).click();
    await drawer.getByText('2 min left').waitFor();
    expect(await mayRead()).to.equal(true);
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Close' }).click();

    await page.clock.setFixedTime(start + 61_000);
    await row.getByText('Viewer, 59 s left').waitFor();
    await world().clock.later(121, async () => {
      await page.clock.setFixedTime(start + 121_000);
      await row.getByText('Viewer, ended').waitFor();
      expect(await mayRead()).to.equal(false);
      await page.getByRole('tab', { name: 'Temporary' }).click();
      await page.getByText('Nothing temporary here').waitFor();
      await page.getByText('Ended', { exact: true }).click();
      await page.getByRole('listitem').filter({ hasText: ada.email }).waitFor();
    });
  });

  it('adds people for a time, lists, extends and ends what is temporary, and says what cannot be extended', async () => {
    const { organization, project, admin, base } = await setting();
    const soon = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, soon, 'viewer', during(-1, 2));
    const later = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, later, 'viewer', during(48, 50));
    const lead = await world().newUser(organization, 'no-access');
    // An administrator for three hours cannot grant anything for longer.
    await addToProject(world(), project, lead, 'admin', during(-1, 2.5));

    const page = await openAtStart(base, admin);
    const card = page.getByRole('region', { name: 'Access that ends within 24 hours' });
    await card.getByText('2 h left').waitFor();
    await card.getByRole('link', { name: '2 roles or privileges end within 24 hours' }).click();
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await item(soon.email).getByText('Active').waitFor();
    expect(await item('Test identity').count()).to.equal(0);
    await page.getByLabel('Ends within 24 hours').click();
    await item('Test identity').getByText('Planned').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Extend 1 h: viewer of ${soon.email}` }).click();
    await item(soon.email).getByText('3 h left').waitFor();
    const extended = page.getByRole('alert').filter({ hasText: `${soon.email} has viewer until` });
    await extended.getByRole('button', { name: 'Undo' }).click();
    await item(soon.email).getByText('2 h left').waitFor();
    await page.getByRole('button', { name: `End now: viewer of ${soon.email}` }).click();
    await item(soon.email).waitFor({ state: 'detached' });
    await page.getByText('Ended', { exact: true }).click();
    await item(soon.email).getByRole('button', { name: 'Renew 1 h' }).waitFor();

    const guest = await world().newUser(organization, 'no-access');
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    await dialog.getByLabel('E-mail addresses').fill(guest.email);
    await dialog.getByRole('combobox', { name: 'Duration of Viewer' }).click();
    await page.getByRole('option', { name: 'Now, for' }).click();
    await dialog.getByLabel('Length of Viewer').fill('4 hours');
    await page.keyboard.press('Tab');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add to the project' }).click();
    await page.getByRole('row').filter({ hasText: guest.email }).getByText('Viewer, 4 h left').waitFor();

    const limited = await openAtStart(`${base}/access/temporary`, lead);
    const extend = limited.getByRole('button', { name: `Extend 1 h: admin of ${lead.email}` });
    await extend.focus();
    await limited.getByText('You cannot extend it, because you do not have all of its permissions').waitFor();
  });

  it('gives a machine identity a privilege, and explains what it allows', async () => {
    const where = await setting();
    const { admin, base } = where;
    const identity = await newProjectIdentity(world(), where, 'no-access');
    const page = await open(`${base}/access/identities?member=${identity.id}`, { as: admin });
    await page.getByRole('button', { name: 'Create privilege' }).click();
    const dialog = page.getByRole('dialog', { name: 'New privilege' });
    await dialog.getByLabel('Slug').fill('read-dev');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create privilege' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^read-dev/ }).click();
    await page
      .getByText(/^May .*secrets/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Edit read-dev' }).click();
    const edited = page.getByRole('dialog', { name: 'Privilege of Test identity' });
    await edited.getByRole('button', { name: 'Duplicate rule 1' }).click();
    await edited.getByText('The rules allow and deny the same as before.').waitFor();
    await edited.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Explain access', exact: true }).click();
    await page.getByText(/^Yes: Test identity may/).waitFor();
    await page.getByText('Allowed by a rule of the privilege "read-dev".').waitFor();
    await expectAccessible(page);
  });

  it('says who can read a secret, and why somebody cannot any more', async () => {
    const { organization, project, admin, base, create } = await setting();
    await create({ API_KEY: 'x' });
    const former = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, former, 'viewer', during(-5, -1));
    const page = await openAtStart(`${base}/dev`, admin);
    await page.getByRole('button', { name: 'Actions for the folder app' }).click();
    await page.getByRole('menuitem', { name: 'Who can read this' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Details and history of API_KEY' }).click();
    await page.getByRole('link', { name: 'Who can read this', exact: true }).click();
    await page.waitForURL('**/access/who?*secretName=API_KEY*');
    const actors = page.getByRole('list', { name: 'Who may' });
    await actors.getByText(admin.email).waitFor();
    expect(await actors.getByText(former.email).count()).to.equal(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: `Explain the access of ${admin.email}` }).click();
    await page.getByText(`Yes: ${admin.email} may`).waitFor();
    await page.getByRole('combobox', { name: 'E-mail address' }).fill(former.email);
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await page.getByText(`No: ${former.email} may not`).waitFor();
    await page.getByText(/It was allowed by the role "viewer", until/).waitFor();
  });
});
