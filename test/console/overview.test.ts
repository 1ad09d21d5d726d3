import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';

onConsole('overview', ({ world, open }) => {
  it('shows which environment has what, and values on demand', async () => {
    const { project, admin, create } = await newConsoleSecrets(world(), ['/api']);
    await create({ BOTH: 'dev-value', ONLY_DEV: 'x', EMPTY: '' });
    await create({ BOTH: 'prod-value' }, 'prod');
    const location = { projectId: project.id, environment: 'staging' };
    const source = { environment: 'prod', path: '/' };
    await world().call('createSecretImport', { as: admin, body: { ...location, path: '/', import: source } });
    const personal = { projectId: project.id, environment: 'dev', type: 'personal', secretValue: 'mine' };
    await world().call('createSecret', { as: admin, params: { secretName: 'ONLY_DEV' }, body: personal });

    const page = await open(`/p/${project.slug}`, { as: admin });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('BOTH').waitFor();
    expect(await row('BOTH').getByRole('cell').allInnerTexts()).to.have.length(3);
    expect(await row('BOTH').innerText())
      .to.include('Present')
      .and.include('Imported from prod /');
    expect(await row('ONLY_DEV').innerText())
      .to.include('Overridden for you')
      .and.include('Missing');
    expect(await row('EMPTY').innerText()).to.include('Empty');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Show the value of BOTH in The prod' }).click();
    await page.getByText('prod-value').waitFor();
    expect(await page.content()).not.to.include('dev-value');
    await page.getByLabel('Search names').fill('only');
    await row('BOTH').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /ONLY_DEV in The dev/ }).click();
    await page.waitForURL(`**/p/${project.slug}/dev?secret=ONLY_DEV`);
    await page.getByRole('row').filter({ hasText: 'ONLY_DEV' }).waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'api' }).getByRole('rowheader').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'api' }).waitFor();
  });

  it('creates a secret and a folder in several environments', async () => {
    const { project, admin, values, tree } = await newConsoleSecrets(world());
    const page = await open(`/p/${project.slug}`, { as: admin });
    await page.getByText('No secrets here yet').waitFor();
    await page.getByRole('button', { name: 'Create secret' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('KEY');
    await dialog.getByLabel('Value').fill('one value');
    // Nothing is created in production by default.
    expect(await dialog.getByLabel('The prod').isChecked()).to.equal(false);
    await dialog.getByLabel('The staging').uncheck();
    await dialog.getByLabel('The prod').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create secret' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect([await values('dev'), await values('staging'), await values('prod')]).to.deep.equal([
      { KEY: 'one value' },
      {},
      { KEY: 'one value' },
    ]);
    await page.getByRole('button', { name: 'KEY is missing in The staging, create it' }).click();
    await dialog.getByLabel('Value').fill('for staging');
    await dialog.getByRole('button', { name: 'Create secret' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await values('staging')).to.deep.equal({ KEY: 'for staging' });

    await page.getByRole('button', { name: 'Create folder' }).click();
    await dialog.getByLabel('Name').fill('api');
    await dialog.getByRole('button', { name: 'Create folder' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'api' }).waitFor();
    expect([await tree('dev'), await tree('staging'), await tree('prod')]).to.deep.equal(['/api', '/api', '/api']);
  });

  it('shows every secret, whatever the number of environments', async () => {
    const { project, admin, create } = await newConsoleSecrets(world());
    await create({ FIRST: 'a', SECOND: 'b' });
    const params = { projectId: project.id };
    const addUpTo = async (from: number, count: number) => {
      for (let index = from; index < count; index += 1) {
        const body = { slug: `env-${index}`, name: `Environment ${index}` };
        expect((await world().call('createEnvironment', { as: admin, params, body })).status).to.equal(200);
      }
    };
    const page = await open(`/p/${project.slug}`, { as: admin });
    const heading = page.getByRole('columnheader', { name: 'Name', exact: true });
    const cells = page.getByRole('row').filter({ hasText: 'FIRST' }).locator('th, td');
    const expectVisible = async (width: number, columns: number) => {
      await page.setViewportSize({ width, height: 900 });
      await cells.nth(columns).waitFor();
      await cells.nth(columns + 1).waitFor({ state: 'detached' });
      const [head, first, last] = await Promise.all(
        [heading, cells.first(), cells.last()].map(async (each) => (await each.boundingBox())!),
      );
      expect(first!.y, `first row below the heading at ${width} px`).to.be.at.least(head!.y + head!.height - 1);
      expect(last!.x + last!.width, `last column at ${width} px`).to.be.at.most(width);
    };
    let count = 3;
    for (const environments of [3, 7, 30, 200]) {
      await addUpTo(count, environments);
      count = environments;
      await page.goto(page.url());
      await cells.first().waitFor();
      await expectVisible(1440, Math.min(environments, 6));
      await expectVisible(390, 1);
      // Cells get their width in the frames after that of the window.
      await page.evaluate(
        '(async () => { while (document.documentElement.scrollWidth > 390) await new Promise(requestAnimationFrame); })()',
      );
    }
    await expectAccessible(page);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('6 of 200').waitFor();
    await page.getByRole('button', { name: 'Later environments' }).click();
    await page.getByRole('columnheader', { name: 'Environment 6' }).waitFor();
    await page.getByRole('combobox', { name: 'Go to an environment' }).fill('Environment 123');
    await page.getByRole('option', { name: 'Environment 123' }).click();
    await page.waitForURL(`**/p/${project.slug}/env-123`);
    await page.getByRole('heading', { level: 1, name: 'Environment 123' }).waitFor();
    await page.getByRole('link', { name: 'Sallyport, all projects' }).click();
    await page.getByText('dev, staging, prod +197').waitFor();
  });

  it('shows only what is missing or different, and promotes one environment to another', async () => {
    const { project, admin, create, values } = await newConsoleSecrets(world());
    const same = { SAME: '1', HOST: 'dev.example.com' };
    await create({ ...same, ONLY_DEV: '2' });
    await create({ ...same }, 'staging');
    await create({ ...same, HOST: 'prod.example.com' }, 'prod');
    const page = await open(`/p/${project.slug}`, { as: admin });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('SAME').waitFor();
    await page.getByText('Missing', { exact: true }).first().click();
    await row('SAME').waitFor({ state: 'detached' });
    await row('ONLY_DEV').waitFor();
    expect(await row('HOST').count()).to.equal(0);
    await page.getByText('Different', { exact: true }).click();
    await row('HOST').waitFor();
    await row('ONLY_DEV').waitFor();
    expect(await row('SAME').count()).to.equal(0);
    expect(await row('HOST').getByText('#1').count()).to.equal(2);
    expect(await row('HOST').getByText('#2').count()).to.equal(1);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Promote to an environment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Promote secrets' });
    await dialog.getByRole('combobox', { name: 'To' }).click();
    await page.getByRole('option', { name: 'The prod' }).click();
    await dialog.getByRole('button', { name: 'Show what would change' }).click();
    await dialog.getByText('~ 1 changed').waitFor();
    await dialog.getByRole('button', { name: 'Compare values' }).click();
    await dialog.getByText('prod.example.com').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('checkbox', { name: /HOST/ }).uncheck();
    await dialog.getByRole('button', { name: 'Promote one secret' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await values('prod')).to.deep.equal({ SAME: '1', HOST: 'prod.example.com', ONLY_DEV: '2' });
  });

  it('imports what is pasted anywhere into an environment that is chosen', async () => {
    const { project, admin, values } = await newConsoleSecrets(world());
    const page = await open(`/p/${project.slug}`, { as: admin });
    await page.getByText('No secrets here yet').waitFor();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '{ "A": "1" }');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    const dialog = page.getByRole('dialog', { name: 'Import secrets into /' });
    await dialog.getByText('+ 1 new').waitFor();
    await dialog.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'The staging' }).click();
    await dialog.getByText('+ 1 new').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Import one secret' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await values('staging')).to.deep.equal({ A: '1' });
    expect(await values('dev')).to.deep.equal({});
  });
});
