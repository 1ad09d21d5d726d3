import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';

onConsole('selected secrets', ({ world, open }) => {
  const openFolder = async () => {
    const setting = await newConsoleSecrets(world(), ['/app']);
    await setting.create({ A: '1', B: '2', C: '3', D: '4' });
    const page = await open(setting.address, { as: setting.admin });
    const bar = page.getByRole('region', { name: 'Selected secrets' });
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
    return { ...setting, page, bar, select };
  };

  it('are copied to another environment, and the copies are taken back', async () => {
    const { page, bar, select, values } = await openFolder();
    await select('B').click();
    await select('D').click({ modifiers: ['Shift'] });
    await bar.getByText('3 selected').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Copy the selected secrets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy 3 secrets' });
    await dialog.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'The prod' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await values('prod')).to.deep.equal({ B: '2', C: '3', D: '4' });
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: 3 secrets copied to prod /.').waitFor();
    expect(await values('prod')).to.deep.equal({});
  });

  it('are moved to another folder, and back', async () => {
    const { page, bar, select, names } = await openFolder();
    await page.getByRole('checkbox', { name: 'Select all secrets' }).click();
    await bar.getByText('4 selected').waitFor();
    await select('A').click();
    await bar.getByRole('button', { name: 'Move the selected secrets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 3 secrets' });
    await dialog.getByText('They are in this folder already.').waitFor();
    await dialog.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: '/app' }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await names()).to.equal('/:A /app:B /app:C /app:D');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await select('D').waitFor();
    expect(await names()).to.equal('/:A /:B /:C /:D');
  });

  it('get and lose tags, and are marked for deletion', async () => {
    const { page, bar, select, names } = await openFolder();
    await select('A').click();
    await select('B').click();
    await bar.getByRole('button', { name: 'Tags of the selected secrets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 secrets' });
    await dialog.getByRole('combobox', { name: 'Add tags' }).fill('billing');
    await page.getByRole('option', { name: 'Create tag billing' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Select A/ })
      .getByText('billing')
      .waitFor();
    await page
      .getByRole('row', { name: /Select B/ })
      .getByText('billing')
      .waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: The tags of 2 secrets were changed.').waitFor();
    await page
      .getByRole('row', { name: /Select A/ })
      .getByText('billing')
      .waitFor({ state: 'detached' });

    await select('C').click();
    await select('D').click();
    await bar.getByRole('button', { name: 'Delete the selected secrets' }).click();
    await page.getByText('Not saved: 2 to delete').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save 2 changes' }).click();
    await select('D').waitFor({ state: 'detached' });
    expect(await names()).to.equal('/:A /:B');
  });

  it('say what refers to them before they are renamed or deleted', async () => {
    const { page, create, select, bar } = await openFolder();
    await create({ URL: 'https://${A}', SUM: '${B}' });
    await create({ MIRROR: '${dev.A}' }, 'prod');
    await page.reload();
    await select('B').click();
    await select('SUM').click();
    await bar.getByRole('button', { name: 'Delete the selected secrets' }).click();
    await page.getByRole('button', { name: 'Edit the name: A', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('AA');
    await page.getByRole('textbox', { name: 'Name' }).blur();
    await page.getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review 3 changes' });
    await dialog.getByText('2 secrets refer to this').waitFor();
    await dialog.getByRole('link', { name: 'MIRROR' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Back to editing' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Details and history of C' }).click();
    await create({ LATE: '${C}' });
    await page.getByRole('dialog', { name: 'C' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete C?' }).getByText('LATE in dev / uses C').waitFor();
  });
});
