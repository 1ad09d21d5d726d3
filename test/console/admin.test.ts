import { expect } from 'chai';
import { sqliteProblem } from '../../src/platform/db/sqlite/backup.ts';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newImportRun } from '../support/fixtures/import-runs.ts';
import { newProjectWithSecrets } from '../support/fixtures/project-secrets.ts';

onConsole('instance administration', ({ world, open }) => {
  it('shows health, licence, keys, organizations and users, and changes them', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, 'member');
    await world().makeInstanceAdmin(admin);
    const { project } = await newProjectWithSecrets(world());
    const run = { projectId: project.id, actor: user, secrets: 4000, prepared: 4000, written: 1000 };
    await newImportRun(world(), run);
    const page = await open('/', { as: admin });
    await page.getByRole('link', { name: 'Last backup of the server' }).waitFor();
    await page.getByRole('link', { name: 'Instance' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByText(/^SQLite \d+.*free; answers in/).waitFor();
    await page
      .getByRole('region', { name: 'Licence' })
      .getByText(/licence/i)
      .nth(1)
      .waitFor();

    const backups = page.getByRole('region', { name: 'Backups' });
    await backups.getByText(/root key/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      backups.getByRole('button', { name: 'Download a backup' }).click(),
    ]);
    expect(file.suggestedFilename()).to.equal('sallyport-2030-01-01T00-00-00Z.db');
    expect(sqliteProblem(await file.path())).to.equal(undefined);
    await backups.getByText(/^The last backup was made .*\./).waitFor();

    await page.getByRole('button', { name: 'Rotate keys' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate keys' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('The last rotation was complete').waitFor();

    const imports = page.getByRole('list', { name: 'imports' });
    await imports.getByText(`4000 secrets into ${project.name}`).waitFor();
    await imports.getByText('62 %: 4000 of 4000 secrets encrypted, 1000 written.').waitFor();

    await page.getByLabel('Search users').fill(user.email);
    const users = page.getByRole('list', { name: 'users' });
    await users.getByText(user.email).waitFor();
    await users.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await users.getByRole('button', { name: 'Actions of Test User' }).click();
    await page.getByRole('menuitem', { name: 'Make an administrator' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make an administrator' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await users.getByText('Administrator').waitFor();
    expect((await world().call('getLicence', { as: user })).status).to.equal(200);

    await page.getByRole('button', { name: 'Create organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create organization' });
    await dialog.getByLabel('Name').fill(`Acme ${user.id}`);
    await dialog.getByLabel('E-mail addresses of its administrators').fill(`grace-${user.id}@example.com`);
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await dialog.getByRole('button', { name: /^Copy the link for grace/ }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Search organizations').fill(`Acme ${user.id}`);
    await page.getByText(new RegExp(`^acme-${user.id}.*, 1 person, 0 projects$`)).waitFor();
    await expectAccessible(page);
  });

  it('is not for others', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const page = await open('/admin', { as: user });
    await page.getByText('Only instance administrators see this page').waitFor();
    expect(await page.getByRole('link', { name: 'Instance' }).count()).to.equal(0);
  });
});
