import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets, typeValue } from '../support/fixtures/console-secrets.ts';

/** Waits until the focus is in the row of a secret. */
const focusInRow = (page: Page, name: string) => page.locator(`tr[data-name="${name}"]:focus-within`).waitFor();

/** The reference that Enter takes. */
const preselected = (page: Page, name: string) =>
  page.getByRole('option', { name, exact: true }).and(page.locator('[data-combobox-selected]'));

const openValue = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Edit the value of ${name}:` }).press('Enter');
  await page.getByRole('textbox', { name: 'Value' }).waitFor();
};

onConsole('keyboard', ({ world, open }) => {
  it('takes the first reference with Enter, and finishes with the next one', async () => {
    const { address, admin, create, values } = await newConsoleSecrets(world());
    await create({ HOST: 'db', HOST_NAME: 'x', URL: '' });
    const page = await open(address, { as: admin });
    await openValue(page, 'URL');
    await page.keyboard.type('https://${HOS');
    await preselected(page, 'HOST').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('/${HOST_NAME');
    await preselected(page, 'HOST_NAME').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('${unknown');
    await page.getByRole('listbox', { name: 'Secrets to refer to' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Value' }).waitFor({ state: 'detached' });

    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Review one change' }).waitFor();
    await page.locator('input:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The response has the values of the references.
    expect(await values()).to.include({ URL: 'https://db/x${unknown' });
    await focusInRow(page, 'URL');
  });

  it('saves one change without a review, and several with Ctrl+S twice', async () => {
    const { address, admin, create, values } = await newConsoleSecrets(world());
    await create({ ONE: 'old', TWO: 'old' });
    const page = await open(address, { as: admin });
    await typeValue(page, 'ONE', 'new');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved: 1 edited.').waitFor();
    await focusInRow(page, 'ONE');
    expect(await values()).to.deep.equal({ ONE: 'new', TWO: 'old' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: Saved: 1 edited.').waitFor();
    expect(await values()).to.deep.equal({ ONE: 'old', TWO: 'old' });

    await typeValue(page, 'ONE', 'newer');
    await typeValue(page, 'TWO', 'newer');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Review 2 changes' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await values()).to.deep.equal({ ONE: 'newer', TWO: 'newer' });

    await page.getByRole('button', { name: 'Mark TWO for deletion' }).click();
    await page.getByText('Not saved: 1 to delete').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).to.equal(0);
  });

  it('closes the drawer of a secret with Back, and opens its history from an address', async () => {
    const { address, admin, create, change } = await newConsoleSecrets(world());
    await create({ KEY: 'one', OTHER: 'x' });
    await change('KEY', 'two');
    const page = await open(address, { as: admin });
    const drawer = page.getByRole('dialog', { name: 'KEY' });
    await page.getByRole('button', { name: 'Details and history of KEY' }).press('Enter');
    await drawer.waitFor();
    await page.waitForURL('**?details=KEY');
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await focusInRow(page, 'KEY');
    await page.waitForURL(`**${address}`);

    await page.goto(`${page.url()}?details=KEY&tab=history`);
    await drawer.getByText('Version 2').first().waitFor();
    expect(await page.getByRole('banner').count()).to.be.at.most(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await focusInRow(page, 'KEY');

    await page.getByRole('button', { name: 'Details and history of KEY' }).click();
    await drawer.getByLabel('Comment').fill('typed');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  it('closes the trash and the history of a folder with Back, and opens them from an address', async () => {
    const { address, admin, create } = await newConsoleSecrets(world());
    await create({ KEY: 'one' });
    const page = await open(`${address}?drawer=history`, { as: admin });
    await page.getByRole('dialog', { name: 'History' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(`**${address}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Trash', exact: true }).click();
    await page.getByRole('dialog', { name: 'Trash' }).waitFor();
    await page.waitForURL('**?drawer=trash');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(`**${address}`);
  });

  it('moves in tables by the arrow keys, and skips the navigation', async () => {
    const { address, admin, create } = await newConsoleSecrets(world());
    await create({ A: '1', B: '2' });
    const page = await open(address, { as: admin });
    await page.getByRole('button', { name: 'Edit the name: A' }).focus();
    await page.keyboard.press('ArrowDown');
    await focusInRow(page, 'B');
    await page.keyboard.press('ArrowRight');
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Edit the value of B:' }))
      .waitFor();
    await page.keyboard.press('ArrowUp');
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Edit the value of A:' }))
      .waitFor();

    await page.goto(page.url());
    await page.getByRole('button', { name: 'Edit the name: A' }).waitFor();
    await page.keyboard.press('Tab');
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Skip to the content' }))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
  });
});
