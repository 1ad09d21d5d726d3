import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole, submitLogin } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets, typeName, typeValue } from '../support/fixtures/console-secrets.ts';
import { newColleague } from '../support/fixtures/project-secrets.ts';

const numbered = (count: number, value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`KEY_${String(index).padStart(2, '0')}`, value]));

const review = (page: Page) => page.getByRole('button', { name: 'Review and save' }).click();
const isGone = (page: Page, name: string | RegExp = /^Review/) =>
  page.getByRole('dialog', { name }).waitFor({ state: 'detached' });

onConsole('environment', ({ world, open, allow }) => {
  it('saves ten edited cells after a review, and shows the history', async () => {
    const { address, admin, create, values } = await newConsoleSecrets(world());
    await create({ ...numbered(10, 'old'), OBSOLETE: 'x' });
    const page = await open(address, { as: admin });
    for (const name of Object.keys(numbered(8, ''))) await typeValue(page, name, `new ${name}`);
    await typeName(page, 'KEY_08', 'RENAMED');
    await page.getByRole('button', { name: 'Mark OBSOLETE for deletion' }).click();
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.keyboard.type('ADDED');
    await page.keyboard.press('Tab');
    await page.keyboard.type('two');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('lines');
    await page.keyboard.press('Enter');
    await page.getByText('Not saved: 9 edited, 1 new, 1 to delete').waitFor();
    await expectAccessible(page, { isWhole: true });

    await review(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Review 11 changes').waitFor();
    expect(await dialog.innerText())
      .to.include('KEY_08')
      .and.include('RENAMED')
      .and.not.include('new KEY_00');
    await dialog.getByRole('button', { name: 'Show values' }).click();
    await dialog.getByText('new KEY_00').waitFor();
    await expectAccessible(page, { isWhole: true });
    await dialog.getByLabel('Message').fill('Ten cells');
    await dialog.getByRole('button', { name: 'Save 11 changes' }).click();
    await isGone(page);

    const expected = { ...numbered(10, 'old'), RENAMED: 'old', ADDED: 'two\nlines' } as Record<string, string>;
    for (const name of Object.keys(numbered(8, ''))) expected[name] = `new ${name}`;
    delete expected.KEY_08;
    expect(await values()).to.deep.equal(expected);
    await page.getByRole('button', { name: 'Details and history of KEY_00' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Version 2').first().waitFor();
  });

  it('asks what to keep if somebody else has changed, deleted or created the same', async () => {
    allow(/^409: .*\/batch\/commit$/);
    allow(/^failed: .*\/project-events /);
    const setting = await newConsoleSecrets(world());
    const { address, admin, project, create, change, values } = setting;
    await create({ KEPT: 'old', TAKEN: 'old', GONE: 'old' });
    const page = await open(address, { as: admin });
    // Without the event stream, the page learns of the changes only when it saves.
    await page.route('**/project-events', (route) => route.abort());
    await page.reload();
    for (const name of ['KEPT', 'TAKEN', 'GONE']) await typeValue(page, name, `mine ${name}`);
    await change('KEPT', 'theirs');
    await change('TAKEN', 'theirs');
    const gone = { projectId: project.id, environment: 'dev' };
    await world().call('deleteSecret', { as: admin, params: { secretName: 'GONE' }, body: gone });

    await review(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save 3 changes' }).click();
    await dialog.getByText('3 secrets were changed in between').waitFor();
    expect(await values()).to.deep.equal({ KEPT: 'theirs', TAKEN: 'theirs' });
    await dialog.getByRole('button', { name: 'Show values' }).click();
    await dialog.getByRole('group', { name: 'Their change' }).first().getByText('theirs').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('listitem').filter({ hasText: 'KEPT' }).getByRole('button', { name: 'Keep mine' }).click();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'TAKEN' })
      .getByRole('button', { name: 'Take theirs' })
      .click();
    await dialog.getByRole('button', { name: 'Create it again' }).click();
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click();
    await isGone(page);
    expect(await values()).to.deep.equal({ KEPT: 'mine KEPT', TAKEN: 'theirs', GONE: 'mine GONE' });
  });

  it('loses nothing that was typed when the session ends, when a save fails and when the page is left', async () => {
    allow(/^401: /);
    allow(/^failed: /);
    const setting = await newConsoleSecrets(world());
    const { address, create, values } = setting;
    const person = await newColleague(world(), setting);
    await create({ KEY: 'old' });
    const page = await open(address.replace('/dev', '/prod'), { as: person });
    await page.getByRole('link', { name: 'The dev' }).click();
    await typeValue(page, 'KEY', 'typed before');

    await page.getByRole('link', { name: 'The prod' }).click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await isGone(page, 'Leave without saving?');
    await page.evaluate('history.back()');
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await isGone(page, 'Leave without saving?');
    await page.waitForURL(`**${address}`);

    await review(page);
    const save = page.getByRole('button', { name: 'Save one change' });
    await page.context().setOffline(true);
    await save.click();
    await page.getByRole('alert').getByText('The server did not answer').waitFor();
    await page.context().setOffline(false);

    await world().call('endOwnSessions', { as: person });
    await save.click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await submitLogin(page, person);
    await isGone(page);
    expect(await values()).to.deep.equal({ KEY: 'typed before' });

    await typeValue(page, 'KEY', 'given up');
    await page.evaluate('history.back()');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`**${address.replace('/dev', '/prod')}`);
    await page.getByRole('heading', { level: 1, name: 'The prod' }).waitFor();
  });

  it('hides values again after a minute, in a hidden tab and on another page, and leaves them nowhere', async () => {
    const canary = 'canary-f2c1';
    const { address, admin, create } = await newConsoleSecrets(world());
    await create({ KEY: canary, OTHER: `\${KEY}-${canary}` });
    const page = await open(address, { as: admin });
    await page.clock.install();
    const traces = async () =>
      [
        await page.content(),
        page.url(),
        await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title])'),
        await page.evaluate(
          'JSON.stringify([...document.querySelectorAll("input, textarea")].map((each) => each.value))',
        ),
      ].join();
    const show = async () => {
      await page.getByRole('button', { name: 'Show the value of KEY' }).click();
      await page.getByText(canary).waitFor();
    };
    expect(await traces()).not.to.include(canary);

    await show();
    await page.getByRole('button', { name: 'Show the value of OTHER' }).click();
    await page.getByText(`${canary}-${canary}`).waitFor();
    await page.clock.fastForward(61_000);
    await page.getByRole('button', { name: 'Show the value of KEY' }).waitFor();
    await page.getByRole('button', { name: 'Show the value of OTHER' }).waitFor();
    expect(await traces()).not.to.include(canary);

    await page.getByRole('button', { name: 'Edit the value of KEY:' }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill(`typed ${canary}`);
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
       document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await page.getByText('Not saved: 1 edited').waitFor();
    await page.getByRole('textbox', { name: 'Value' }).waitFor({ state: 'detached' });
    expect(await traces()).not.to.include(canary);
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })`);
    await show();
    await page.getByRole('button', { name: 'Undo the changes to KEY' }).click();

    await page
      .getByRole('button', { name: 'Show values' })
      .or(page.getByRole('button', { name: 'Hide values' }))
      .click();
    await page.getByRole('link', { name: 'The prod' }).click();
    await page.getByRole('link', { name: 'The dev' }).click();
    await page.getByRole('button', { name: 'Show the value of KEY' }).waitFor();
    expect(await traces()).not.to.include(canary);
    expect(world().logged()).not.to.include(canary);
  });

  it('creates, renames and deletes folders, imports other folders, and refers to their secrets', async () => {
    const { address, admin, create, tree } = await newConsoleSecrets(world());
    await create({ SHARED: 'x' }, 'prod');
    const page = await open(address, { as: admin });
    await page.getByRole('button', { name: 'Create folder' }).click();
    await page.getByLabel('Name', { exact: true }).fill('api');
    await page.getByRole('dialog').getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('button', { name: 'Actions for the folder api' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('gateway');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'gateway' }).waitFor();
    expect(await tree()).to.include('/gateway');
    await page.getByRole('button', { name: 'Actions for the folder gateway' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).click();
    await page.getByRole('link', { name: 'gateway' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Import another folder' }).click();
    await page.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'The prod' }).click();
    await page.getByRole('button', { name: 'Add import' }).click();
    await page.getByRole('row', { name: /^Import Imported from The prod/ }).waitFor();
    await page.getByRole('row').filter({ hasText: 'SHARED' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.keyboard.type('REFERRING');
    await page.keyboard.press('Tab');
    await page.keyboard.type('to ${pro');
    await page.getByRole('option', { name: 'prod.' }).click();
    await page.getByRole('option', { name: 'prod.SHARED' }).waitFor();
    await page.keyboard.type('sh');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('textbox', { name: 'Value' }).inputValue()).to.equal('to ${prod.SHARED}');
  });

  it('says what somebody may not do, and hides what they may not read', async () => {
    const setting = await newConsoleSecrets(world());
    await setting.create({ KEY: 'unreadable-value' });
    const { address, organization, project } = setting;
    const reader = await world().newUser(organization, 'member');
    const permissions = [{ subject: 'secrets', action: ['describeSecret'] }];
    const role = { name: 'Describer', slug: 'describer', permissions };
    const created = await world().call('createProjectRole', {
      as: setting.admin,
      params: { projectId: project.id },
      body: role,
    });
    expect(created.status).to.equal(200);
    await world().call('addProjectUsers', {
      as: setting.admin,
      params: { projectId: project.id },
      body: { usernames: [reader.email], roleSlugs: ['describer'] },
    });
    allow(/^403: .*\/secret-imports/);
    const page = await open(address, { as: reader });
    await page.getByText('You may not read this value').waitFor();
    expect(await page.getByRole('button', { name: /^Show the value/ }).count()).to.equal(0);
    const add = page.getByRole('button', { name: 'Create secret' });
    expect(await add.getAttribute('aria-disabled')).to.equal('true');
    expect(await page.getByRole('button', { name: 'Mark KEY for deletion' }).isDisabled()).to.equal(true);
    await expectAccessible(page);
  });

  it('shows the changes of somebody else when the window is looked at again', async () => {
    const setting = await newConsoleSecrets(world());
    await setting.create({ FIRST: 'x' });
    const page = await open(setting.address, { as: await newColleague(world(), setting) });
    await page.getByText('FIRST', { exact: true }).waitFor();
    await setting.create({ SECOND: 'x' });
    await page.clock.install();
    await page.clock.fastForward(10_000);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await page.getByText('SECOND', { exact: true }).waitFor();
  });
});
