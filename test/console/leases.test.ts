import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newDynamicSecrets, totpProvider } from '../support/fixtures/dynamic-secrets.ts';
import { addToProject } from '../support/fixtures/projects.ts';

onConsole('leases', ({ world, open }) => {
  it('of a project are listed with who has them, filtered, and revoked together', async () => {
    const { admin, project, create, lease, newLeaser } = await newDynamicSecrets(world());
    await create(totpProvider);
    await create(totpProvider, { name: 'other' });
    await lease('db');
    await lease('other', {}, await newLeaser());
    const page = await open('/account', { as: admin });
    await page.clock.setFixedTime(world().clock.now());
    await page.goto(`${world().server.url}/p/${project.slug}/leases`);
    const rows = page.getByRole('list', { name: 'Leases' }).getByRole('listitem');
    await rows.filter({ hasText: admin.email }).getByText('1 h left').waitFor();
    expect(await rows.filter({ hasText: 'Test identity' }).getByRole('link').textContent()).to.equal('other');
    await expectAccessible(page, { inEveryView: true });

    const filter = async (name: string, option: string) => {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await filter('Who', 'Test identity');
    await rows.filter({ hasText: admin.email }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('by')).to.equal(true);
    await filter('Who', 'Everybody');
    await rows.filter({ hasText: admin.email }).waitFor();
    await filter('Age', 'Older than an hour');
    await page.getByText('No lease matches.').waitFor();
    await filter('Age', 'Any age');

    await page.getByRole('button', { name: 'Revoke many' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke leases' }).click();
    await dialog.getByText('Choose an environment, a folder or somebody.').waitFor();
    await dialog.getByLabel('Folder, with those below').fill('/app');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Revoke leases' }).click();
    await page.getByText('2 leases are being revoked.').waitFor();
    await page.getByText('Nobody has credentials of a dynamic secret now.').waitFor();
  });

  it('are found with the command palette, and not shown to those who may not lease', async () => {
    const { organization, project } = await newDynamicSecrets(world());
    const viewer = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, viewer, 'viewer');
    const page = await open(`/p/${project.slug}`, { as: viewer });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).fill('leases');
    await page.getByText('Leases', { exact: true }).last().click();
    await page.getByText('You may not see leases').waitFor();
  });
});
