import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';
import { addToProject } from '../support/fixtures/projects.ts';

onConsole('projects', ({ world, open, allow }) => {
  const newUser = async () => world().newUser(await world().newOrganization(), 'admin');

  it('creates the first project, whose slug follows the name', async () => {
    const page = await open('/', { as: await newUser() });
    await page.getByText('No projects yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create project' });
    await dialog.getByLabel('Name').fill('Zoë’s  Rocket!');
    expect(await dialog.getByLabel('Slug').inputValue()).to.equal('zoe-s-rocket');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL('**/p/zoe-s-rocket');
    await page.goBack();
    await page.getByRole('link', { name: /Rocket!/ }).waitFor();
    await expectAccessible(page);
  });

  it('keeps a slug that was edited, and says what is wrong with one', async () => {
    allow(/^400: .*\/api\/v1\/projects$/);
    const user = await newUser();
    await world().call('createProject', { as: user, body: { projectName: 'Taken', slug: 'taken-slug' } });
    const page = await open('/', { as: user });
    await page.getByRole('button', { name: 'Create project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Slug').fill('Ab c');
    await dialog.getByLabel('Name').fill('Another name');
    expect(await dialog.getByLabel('Slug').inputValue()).to.equal('Ab c');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.getByText('Use lower-case letters').waitFor();
    await dialog.getByLabel('Slug').fill('taken-slug');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.getByRole('alert').getByText('taken-slug').waitFor();
  });

  it('finds projects by name, slug and description', async () => {
    const user = await newUser();
    for (const [projectName, slug, projectDescription] of [
      ['Rocket', 'rocket-one', 'Everything that flies'],
      ['Submarine', 'under-water', 'What dives'],
    ] as const)
      await world().call('createProject', { as: user, body: { projectName, slug, projectDescription } });
    const page = await open('/', { as: user });
    const names = page.getByRole('list', { name: 'Projects' }).getByRole('link');
    for (const [search, shown] of [
      ['ROCK', 'Rocket'],
      ['under', 'Submarine'],
      ['flies', 'Rocket'],
    ] as const) {
      await page.getByLabel('Search projects').fill(search);
      expect(await names.allInnerTexts(), search).to.have.length(1);
      expect(await names.first().innerText()).to.contain(shown);
    }
    await page.getByLabel('Search projects').fill('nothing');
    await page.getByText('No project matches').waitFor();
  });

  it('shows what was changed lately in the projects whose audit log the person may read', async () => {
    const { organization, project, admin } = await newConsoleSecrets(world());
    await world().call('createSecret', {
      as: admin,
      params: { secretName: 'DATABASE_URL' },
      body: { projectId: project.id, environment: 'dev', secretValue: '1' },
    });
    const page = await open('/', { as: admin });
    const region = page.getByRole('region', { name: 'Recent activity' });
    await region.getByText(/Test project: .*DATABASE_URL/).waitFor();
    await expectAccessible(page);
    const viewer = await world().newUser(organization, 'member');
    await addToProject(world(), project, viewer, 'no-access');
    const other = await open('/', { as: viewer });
    await other.getByRole('list', { name: 'Projects' }).getByRole('link').waitFor();
    await other.getByText('Test project').first().waitFor();
    expect(await other.getByText('DATABASE_URL').count()).to.equal(0);
  });

  it('shows what needs attention: what ends soon, and what production lacks', async () => {
    const { organization, project, admin, create } = await newConsoleSecrets(world());
    await create({ BOTH: '1', LACKING: '2' });
    await create({ BOTH: '1' }, 'staging');
    await create({ BOTH: '1' }, 'prod');
    const colleague = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, colleague, 'viewer', {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '3h',
      temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T03:00:00.000Z',
    });
    const page = await open('/', { as: admin });
    const region = page.getByRole('region', { name: 'Needs attention' });
    await region.getByRole('link', { name: 'Test project: 1 role or privilege ends within a day' }).waitFor();
    await expectAccessible(page);
    await region.getByRole('link', { name: 'Test project: LACKING is missing in The prod' }).click();
    await page.getByRole('row').filter({ hasText: 'LACKING' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'BOTH' }).waitFor({ state: 'detached' });
  });

  it('disables what the user is not allowed to do, with the reason', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'no-access');
    const page = await open('/', { as: user });
    const create = page.getByRole('button', { name: 'Create project', disabled: true });
    await create.focus();
    await page.getByRole('tooltip', { name: 'You are not allowed to create projects in this organization.' }).waitFor();
    await create.click({ force: true });
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await expectAccessible(page);
  });

  it('asks before a form is left that is not sent', async () => {
    const page = await open('/', { as: await newUser() });
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByLabel('Name').fill('Rocket');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).to.equal('beforeunload');
    await dialog.dismiss();
  });

  it('shows the projects of the organization that is chosen', async () => {
    const user = await newUser();
    const other = await world().newOrganization();
    await world().join(other, user, 'admin');
    await world().call('createProject', { as: user, body: { projectName: 'Rocket' } });
    const page = await open('/', { as: user });
    await page.getByRole('link', { name: /Rocket/ }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Test Organization' }).click();
    await expectAccessible(page);
    await page.getByRole('menuitemradio', { checked: false }).click();
    await page.getByText('No projects yet').waitFor();
    await page.reload();
    await page.getByText('No projects yet').waitFor();
  });

  it('shows a page for addresses that do not exist', async () => {
    allow(/^404: /);
    const user = await newUser();
    const page = await open('/nonsense', { as: user });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectAccessible(page);
    await page.goto(`${world().server.url}/p/unknown-project`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Show all projects' }).click();
    await page.getByText('No projects yet').waitFor();
  });
});
