import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';

/** Pastes a text as the browser does, at what has the focus. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

const drop = (page: Page, name: string, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  })()`);

const compose = `services:
  web:
    image: shop
    environment:
      PORT: 8080
      HOST: web.example.com
  worker:
    environment:
      - HOST=web.example.com
      - QUEUE=jobs
`;

onConsole('pasting and dropping', ({ world, open }) => {
  const openFolder = async (secrets: Record<string, string>) => {
    const setting = await newConsoleSecrets(world());
    if (Object.keys(secrets).length > 0) await setting.create(secrets);
    const page = await open(setting.address, { as: setting.admin });
    await page.getByRole('button', { name: 'Create secret' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Import secrets into dev /' });
    return { ...setting, page, dialog };
  };

  it('on the page shows the plan at once, with values side by side, and writes what is chosen', async () => {
    const { page, dialog, values, change } = await openFolder({ HOST: 'old', SAME: 'x', LEFT: 'y' });
    await page.getByText('HOST', { exact: true }).waitFor();
    await paste(page, 'export HOST=new\nSAME=x\nLEFT=z\nexport EXTRA="1 2"\n');
    await dialog.getByText('~ 2 changed').waitFor();
    await dialog.getByRole('button', { name: 'Compare values' }).click();
    await dialog.getByText('old', { exact: true }).waitFor();
    await dialog.getByText('1 2', { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('checkbox', { name: /LEFT/ }).uncheck();
    await dialog.getByRole('button', { name: 'Import 2 secrets' }).click();
    await page.getByText('Imported: 1 new, 1 changed.').waitFor();
    expect(await values()).to.deep.equal({ HOST: 'new', SAME: 'x', LEFT: 'y', EXTRA: '1 2' });

    // Somebody else changes one of them again, which stays.
    await change('EXTRA', 'later');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: Imported: 1 new, 1 changed.').waitFor();
    expect(await values()).to.deep.equal({ HOST: 'old', SAME: 'x', LEFT: 'y', EXTRA: 'later' });
  });

  it('into a name takes the values too, and other texts are left alone', async () => {
    const { page, dialog, values } = await openFolder({ FIRST: '1' });
    await paste(page, 'only a sentence, with a comma');
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await paste(page, 'A=1\nB=2');
    await dialog.getByText('+ 2 new').waitFor();
    await dialog.getByRole('button', { name: 'Import 2 secrets' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Not saved:').waitFor({ state: 'detached' });
    expect(await values()).to.deep.equal({ FIRST: '1', A: '1', B: '2' });
  });

  it('in an empty environment has a box, and a Compose file is read', async () => {
    const { page, dialog, values } = await openFolder({});
    await page.getByLabel('Secrets to import').waitFor();
    await expectAccessible(page);
    await drop(page, 'compose.yaml', compose);
    await dialog.getByText('+ 3 new').waitFor();
    await dialog.getByRole('button', { name: 'Import 3 secrets' }).click();
    await page.getByText('QUEUE', { exact: true }).waitFor();
    expect(await values()).to.deep.equal({ PORT: '8080', HOST: 'web.example.com', QUEUE: 'jobs' });
  });
});
