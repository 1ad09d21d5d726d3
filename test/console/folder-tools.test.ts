import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newImportRun } from '../support/fixtures/import-runs.ts';
import { newProjectWithSecrets } from '../support/fixtures/project-secrets.ts';

const openTool = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

onConsole('files, history and trash of a folder', ({ world, open, allow }) => {
  const openFolder = async () => {
    const { admin, project, names } = await newProjectWithSecrets(world());
    const location = { projectId: project.id, environment: 'dev', secretPath: '/' };
    const change = (
      operation: 'createSecret' | 'updateSecret' | 'deleteSecret',
      secretName: string,
      body: object = {},
    ) => world().call(operation, { as: admin, params: { secretName }, body: { ...location, ...body } });
    await change('createSecret', 'HOST', { secretValue: 'old.example.com' });
    const valueOf = async (secretName: string): Promise<string> => {
      const response = await world().call('getSecret', { as: admin, params: { secretName }, query: location });
      return response.body.secret.secretValue;
    };
    const show = () => open(`/p/${project.slug}/dev`, { as: admin });
    return { admin, project, change, show, names, valueOf };
  };

  it('imports a .env of 200 lines, all or nothing, and exports it again', async () => {
    const { show, names, valueOf } = await openFolder();
    const page = await show();
    await openTool(page, 'Import a file');
    const lines = Array.from({ length: 200 }, (_, number) => `NAME_${number}="value ${number}"`);
    const input = page.getByLabel('Secrets to import');
    const plan = page.getByRole('button', { name: 'Show what would change' });
    await input.fill(['HOST=new.example.com', 'not an assignment', ...lines].join('\n'));
    await plan.click();
    await page.getByText('Line 2: expected NAME=value.').waitFor();
    await expectAccessible(page);
    await input.fill(['HOST=new.example.com', ...lines, 'NAME_7=again'].join('\n'));
    await plan.click();
    await page.getByText('Line 202: NAME_7 occurs twice, first in line 9.').waitFor();
    await input.fill(['HOST=new.example.com', ...lines].join('\n'));
    await plan.click();
    await page.getByText('+ 200 new').waitFor();
    await page.getByText('~ 1 changed').waitFor();
    await expectAccessible(page);
    expect(await valueOf('HOST')).to.equal('old.example.com');
    await page.getByRole('button', { name: 'Import 201 secrets' }).click();
    await page.getByText('Imported: 200 new, 1 changed.').waitFor();
    expect(await valueOf('HOST')).to.equal('new.example.com');
    expect(await valueOf('NAME_199')).to.equal('value 199');
    expect((await names()).split(' ')).to.have.length(201);

    await openTool(page, 'Export');
    await page.getByText('recorded in the audit log').waitFor();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text.split('\n').slice(0, 3)).to.deep.equal([
      'HOST=new.example.com',
      "NAME_0='value 0'",
      "NAME_1='value 1'",
    ]);
  });

  it('shows how far a large import is', async () => {
    const { admin, project, show } = await openFolder();
    const page = await show();
    await openTool(page, 'Import a file');
    const lines = Array.from({ length: 500 }, (_, number) => `NAME_${number}=${number}`);
    await page.getByLabel('Secrets to import').fill(lines.join('\n'));
    await page.getByRole('button', { name: 'Show what would change' }).click();
    const start = page.getByRole('button', { name: 'Import 500 secrets' });
    await start.waitFor();
    // The network is slow, and another tab imports meanwhile.
    await newImportRun(world(), { projectId: project.id, actor: admin, secrets: 500, prepared: 500, written: 100 });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/import', async (route, request) => {
      if (request.method() === 'POST') await released;
      await route.continue();
    });
    await start.click();
    await page.getByRole('progressbar', { name: 'Progress of the import' }).waitFor();
    await page.getByText('60 %: 500 of 500 secrets encrypted, 100 written.').waitFor();
    release();
    await page.getByText('Imported: 500 new, 0 changed.').waitFor();
  });

  it('imports JSON and YAML, and names the line of what is wrong', async () => {
    const { show, valueOf } = await openFolder();
    const page = await show();
    const attempt = async (text: string): Promise<void> => {
      await openTool(page, 'Import a file');
      await page.getByLabel('Secrets to import').fill(text);
      await page.getByRole('button', { name: 'Show what would change' }).click();
    };
    await attempt('{ "PORT": 8080, "HOST": "a" }');
    await page.getByRole('button', { name: 'Import 2 secrets' }).click();
    await page.getByText('Imported: 1 new, 1 changed.').waitFor();
    expect([await valueOf('PORT'), await valueOf('HOST')]).to.deep.equal(['8080', 'a']);
    await attempt('VERSION: 1.10\nKEY: |\n  one\n  two\n');
    await page.getByRole('button', { name: 'Import 2 secrets' }).click();
    await page.getByText('Imported: 2 new, 0 changed.').waitFor();
    expect([await valueOf('VERSION'), await valueOf('KEY')]).to.deep.equal(['1.10', 'one\ntwo\n']);
    await attempt('GOOD: yes\nLIST: [1, 2]\n');
    await page.getByText('Line 2: the value of LIST must be a text.').waitFor();
  });

  it('restores what was deleted under another name, or removes it for good', async () => {
    allow(/^400: .*\/restore$/);
    const { change, show, names } = await openFolder();
    await change('createSecret', 'PORT', { secretValue: '5432' });
    await change('deleteSecret', 'PORT');
    await change('deleteSecret', 'HOST');
    await change('createSecret', 'PORT', { secretValue: '5433' });
    const page = await show();
    await openTool(page, 'Trash');
    await page.getByRole('button', { name: 'Restore PORT' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('already exists').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Restore as').fill('OLD_PORT');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('PORT was restored').waitFor();
    expect(await names()).to.equal('/:OLD_PORT /:PORT');
    await page.getByRole('button', { name: 'Remove HOST for good' }).click();
    await page.getByLabel('Type HOST to confirm').fill('HOST');
    await page.getByRole('button', { name: 'Remove for good', exact: true }).click();
    await page.getByText('The trash is empty').waitFor();
    await expectAccessible(page);
  });

  it('shows what each commit changed, and rolls back to one', async () => {
    const { change, show, names, valueOf } = await openFolder();
    await change('updateSecret', 'HOST', { secretValue: 'new.example.com' });
    await change('createSecret', 'PORT', { secretValue: '5432' });
    const page = await show();
    await openTool(page, 'History');
    await page.getByRole('button', { name: /^Changes: Changed HOST/ }).click();
    await page.getByRole('list', { name: 'What it changed' }).getByText('HOST').waitFor();
    expect(await page.content()).not.to.contain('old.example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Show values' }).click();
    await page.getByText('old.example.com').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Compare with now: Added HOST/ }).click();
    await page.getByText('A rollback makes these changes now:').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await page.getByText('Rolled back: 2 changes.').waitFor();
    expect([await names(), await valueOf('HOST')]).to.deep.equal(['/:HOST', 'old.example.com']);
  });
});
