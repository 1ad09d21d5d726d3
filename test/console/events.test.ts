import { expect } from 'chai';
import { onConsole, useConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets, typeValue } from '../support/fixtures/console-secrets.ts';
import { newLicenceFile } from '../support/fixtures/licences.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

onConsole('events', ({ world, open }) => {
  it('shows changes of others at once, and leaves what is being edited', async () => {
    const { project, admin, create, change } = await newConsoleSecrets(world());
    await create({ KEY: 'old' });
    const page = await open(`/p/${project.slug}`, { as: admin });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await page.getByText('Live', { exact: true }).waitFor();
    await create({ ADDED: 'x' }, 'prod');
    await row('ADDED').waitFor();

    await page.getByRole('link', { name: 'The dev' }).first().click();
    await typeValue(page, 'KEY', 'typed');
    await page.getByText('Live', { exact: true }).waitFor();
    await create({ NEXT: 'x' });
    await row('NEXT').waitFor();
    await change('KEY', 'theirs');
    await page.getByText('Not saved: 1 edited').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByText('One secret was changed in between').waitFor();
    expect(world().server.parts.eventStreams.hub.countOf(project.id)).to.equal(1);
  });

  it('lists the events of this tab, filters and pauses them, and leads to their secrets', async () => {
    const { project, admin, create, change } = await newConsoleSecrets(world());
    const environment = { name: 'The events', slug: 'events' };
    await world().call('createEnvironment', { as: admin, params: { projectId: project.id }, body: environment });
    const page = await open(`/p/${project.slug}/events`, { as: admin });
    await page.getByRole('status').getByText('Live').waitFor();
    await page.getByText('No events yet').waitFor();
    await create({ KEY: 'one', OTHER: 'two' });
    await create({ ONLY: 'x' }, 'events');
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await rows.filter({ hasText: 'ONLY' }).waitFor();
    expect(await rows.first().innerText()).to.match(/Created[^]*The events \/[^]*ONLY/);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Pause' }).click();
    await change('KEY', 'three');
    await page.getByText('Paused, 1 new').waitFor();
    expect(await rows.count()).to.equal(2);
    await page.getByRole('button', { name: 'Resume' }).click();
    await rows.filter({ hasText: 'Changed' }).waitFor();
    await rows.getByRole('link', { name: 'ONLY' }).click();
    await page.waitForURL(`**/p/${project.slug}/~events?secret=ONLY`);
    await page.getByRole('heading', { level: 1, name: 'The events' }).waitFor();
    await page.goBack();
    await page.getByRole('combobox', { name: 'Environments' }).click();
    await page.getByRole('option', { name: 'The dev' }).click();
    await rows.filter({ hasText: 'ONLY' }).waitFor({ state: 'detached' });
    await page.getByLabel('Folder').fill('/app/**');
    await page.getByText('No event matches').waitFor();
    await page.getByLabel('Folder').fill('');
    await page.keyboard.press('Escape');
    await rows.getByRole('link', { name: 'OTHER' }).click();
    await page.waitForURL(`**/p/${project.slug}/dev?secret=OTHER`);
  });
});

describe('console: a server without a licence and without a trash', () => {
  let world: World;
  const licence = newLicenceFile();
  const { open, allow } = useConsole(() => world);
  before(async () => {
    world = await ownWorld({ ...(await newStorage('sqlite')), ...licence.settings, TRASH_DAYS: '0' });
  });
  beforeEach(() => allow(/^400: .*\/project-events$/));

  it('is asked once for events, and says what is missing', async () => {
    const { project, admin } = await newConsoleSecrets(world);
    const page = await open(`/p/${project.slug}`, { as: admin });
    let requests = 0;
    page.on('request', (request) => (requests += request.url().endsWith('/project-events') ? 1 : 0));
    await page.getByText('No secrets here yet').waitFor();
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'Live events need a licence' }).waitFor();
    await page.getByText('not available on your current plan').waitFor();
    await expectAccessible(page);
    expect(requests).to.be.at.most(1);
    licence.put();
    await world.server.parts.licences.refresh();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').getByText('Live').waitFor();
  });

  it('says that what is deleted is gone for good', async () => {
    const { address, admin } = await newConsoleSecrets(world, ['/api']);
    const page = await open(address, { as: admin });
    await page.getByRole('button', { name: 'Actions for the folder api' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('They are gone for good: this server keeps no trash.').waitFor();
  });
});
