import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { onConsole, waitForValue } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newProjectWithSecrets, newSecret } from '../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';

onConsole('audit log', ({ world, open }) => {
  const setting = async () => {
    const where = await newProjectWithSecrets(world());
    const { organization, project } = where;
    const { id } = await newSecret(world(), where, 'API_KEY');
    const machine = await newProjectIdentity(world(), where, [
      { subject: 'secrets', action: ['describeSecret', 'readValue'], conditions: { environment: 'dev' } },
    ]);
    const stranger = await world().newUser(organization, 'member');
    await addToProject(world(), project, stranger, 'no-access');
    const read = (as: { token: string }, secretName = 'API_KEY') =>
      world().call('getSecret', { as, params: { secretName }, query: { projectId: project.id, environment: 'dev' } });
    await read(machine);
    await read(stranger);
    return { ...where, secretId: id, machine, read };
  };

  /** The server of the tests has the time of its clock. */
  const openAt = async (path: string, as: Awaited<ReturnType<typeof setting>>['admin']): Promise<Page> => {
    const page = await open('/account', { as });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.clock.setFixedTime('2030-01-01T00:00:30Z');
    await page.goto(`${world().server.url}${path}`);
    return page;
  };

  const events = (page: Page) => page.getByRole('table', { name: 'Audit log' }).getByRole('button');

  /** Waits for as many entries; their total is not always known, because the server has the logs of other tests too. */
  const waitForEntries = async (page: Page, count: number): Promise<void> => {
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await rows.and(page.locator(`:nth-child(${count}):last-child`)).waitFor();
  };

  it('answers questions by filters in the address, and leads from an entry to what it is about', async () => {
    const { admin, secretId, project, machine } = await setting();
    const machineName = 'Test identity';
    const page = await openAt('/audit', admin);
    await events(page).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'What was refused?' }).click();
    await page.waitForURL('**/audit?outcome=refused&since=24h');
    await waitForEntries(page, 1);
    expect(await events(page).allInnerTexts()).to.deep.equal(['get secret']);

    await page.goto(`${world().server.url}/audit?project=${project.id}&secret=${secretId}`);
    await waitForEntries(page, 3);
    expect((await events(page).allInnerTexts()).sort()).to.deep.equal(['create secret', 'get secret', 'get secret']);
    await page.getByRole('row').filter({ hasText: machineName }).getByRole('button').click();
    const details = page.getByRole('dialog', { name: 'get secret' });
    expect(await details.getByRole('link', { name: 'Secret API_KEY' }).getAttribute('href')).to.equal(
      `/p/${project.slug}/dev?secret=API_KEY`,
    );
    await expectAccessible(page);
    await details.getByRole('link', { name: `What ${machineName} did in the last hour` }).click();
    await page.waitForURL(`**/audit?actorType=identity&actor=${machine.id}&since=1h`);
    await waitForEntries(page, 1);
    await waitForValue(page.getByRole('combobox', { name: 'Who' }), machineName);
  });

  it('follows what happens, and exports what is selected', async () => {
    const { admin, read, machine } = await setting();
    const page = await openAt('/audit?event=get-secret', admin);
    await waitForEntries(page, 1);
    await page.getByRole('button', { name: 'Follow' }).click();
    await read(machine);
    await page.getByText(/following, 1 new/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();

    const exported = async (format: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: format }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const lines = (await exported('JSON lines')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { event: { type: string } }).event.type)).to.deep.equal([
      'get-secret',
      'get-secret',
    ]);
    const [head, first] = (await exported('CSV')).split('\r\n');
    expect(head).to.match(/^time,event,actorType,actor,/);
    expect(first).to.match(/^2030-01-01T00:00:00.000Z,get-secret,identity,/);
  });

  it('compares the rules of a machine identity with what it did', async () => {
    const { admin, project, machine } = await setting();
    const page = await openAt(`/p/${project.slug}/access/usage?identity=${machine.id}`, admin);
    await page.getByText('readValue: used 1').waitFor();
    await page.getByText('1 recorded request of').waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).to.deep.equal(['May read secrets in dev in /']);
    await expectAccessible(page);
  });
});
