import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';

/** The time at which the clock of the server stands. */
const start = Date.UTC(2030, 0, 1);

onConsole('facts about secrets', ({ world, open }) => {
  it('are when and by whom they were changed, in an order for people', async () => {
    const { address, admin, create, change } = await newConsoleSecrets(world());
    await create({ SERVICE_89: 'a', service_9: 'b', SERVICE_10: 'c' });
    await world().clock.later(3600, () => change('SERVICE_89', 'd'));
    const page = await open('/account', { as: admin });
    await page.clock.setFixedTime(start + 3_780_000);
    await page.goto(`${world().server.url}${address}`);
    const names = async () => {
      await page.getByRole('row', { name: /Select SERVICE_89/ }).waitFor();
      const labels = await page.getByRole('checkbox', { name: /^Select (S|s)/ }).all();
      return Promise.all(labels.map(async (each) => (await each.getAttribute('aria-label'))!.replace('Select ', '')));
    };
    await page
      .getByRole('row', { name: /Select SERVICE_89/ })
      .getByText(/3 min ago by/)
      .waitFor();
    await page
      .getByRole('row', { name: /Select service_9/ })
      .getByText(/1 h ago by/)
      .waitFor();
    expect(await names()).to.deep.equal(['service_9', 'SERVICE_10', 'SERVICE_89']);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Changed last');
    expect(await names()).to.deep.equal(['SERVICE_89', 'service_9', 'SERVICE_10']);
    await expectAccessible(page);
    await page.clock.setFixedTime(start + 87_000_000);
    await page.getByText('Changed today').click();
    await page.getByRole('row', { name: /Select service_9/ }).waitFor({ state: 'detached' });
    expect(await names()).to.deep.equal(['SERVICE_89']);
  });

  it('are the values of each version, and the folder at a moment in the past', async () => {
    const { address, admin, create, change } = await newConsoleSecrets(world());
    await create({ HOST: 'old.example.com' });
    await world().clock.later(3600, async () => {
      await change('HOST', 'new.example.com');
      await create({ LATER: 'x' });
    });
    const page = await open(`${address}?details=HOST&tab=history`, { as: admin });
    await page.getByRole('button', { name: 'Show the value of version 1' }).click();
    await page.getByText('old.example.com').waitFor();
    await expectAccessible(page);

    await page.goto(`${world().server.url}${address}?at=${new Date(start + 60_000).toISOString()}`);
    const list = page.getByRole('table', { name: 'What was in it' });
    await list.getByText('HOST').waitFor();
    await page.getByRole('button', { name: 'Show values' }).click();
    await list.getByText('old.example.com').waitFor();
    expect(await list.getByText('LATER').count()).to.equal(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('LATER', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'A moment in the past' }).click();
    await page.getByText('It can only be read.').waitFor();
  });

  it('are values that the browser generates', async () => {
    const { address, admin, values } = await newConsoleSecrets(world());
    const page = await open(address, { as: admin });
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.keyboard.type('TOKEN');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Generate the value of TOKEN' }).click();
    const generator = page.getByRole('dialog', { name: 'Generate the value of TOKEN' });
    await generator.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Hexadecimal' }).click();
    await generator.getByLabel('Characters').fill('64');
    await expectAccessible(page);
    await generator.getByRole('button', { name: 'Generate' }).click();
    await generator.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved: 1 new.').waitFor();
    const { TOKEN } = await values();
    expect(TOKEN).to.match(/^[0-9a-f]{64}$/);

    await page.goto(`${world().server.url}${address}?details=TOKEN`);
    const field = page.getByRole('group', { name: 'Value', exact: true });
    await field.getByRole('button', { name: 'Edit value' }).click();
    await field.getByRole('button', { name: 'Generate value' }).click();
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Key pair' }).click();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByText('The value is the private key.').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog', { name: 'Save changes of TOKEN' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit value' }).waitFor();
    expect((await values()).TOKEN).to.match(/^-----BEGIN PRIVATE KEY-----\n/);
  });
});
