import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';

/** Undoes what a message says. */
const undo = async (page: Page, message: string): Promise<void> => {
  const alert = page.getByRole('alert').filter({ hasText: message });
  await alert.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(`Undone: ${message}`).waitFor();
};

const choose = async (page: Page, actions: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: actions }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

onConsole('undo', ({ world, open, allow }) => {
  it('takes back what was created in several environments', async () => {
    const { project, admin, values, tree } = await newConsoleSecrets(world());
    const page = await open(`/p/${project.slug}`, { as: admin });
    await page.getByText('No secrets here yet').waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create secret' }).first().click();
    await dialog.getByLabel('Name', { exact: true }).fill('KEY');
    await dialog.getByLabel('Value').fill('x');
    await dialog.getByRole('button', { name: 'Create secret' }).click();
    await page.getByText('KEY was created in dev, staging.').waitFor();
    await expectAccessible(page);
    expect([await values('dev'), await values('staging')]).to.deep.equal([{ KEY: 'x' }, { KEY: 'x' }]);
    await undo(page, 'KEY was created in dev, staging.');
    expect([await values('dev'), await values('staging')]).to.deep.equal([{}, {}]);

    await page.getByRole('button', { name: 'Create folder' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('api');
    await dialog.getByRole('button', { name: 'Create folder' }).click();
    await undo(page, 'api was created in dev, staging, prod.');
    expect(await tree('prod')).to.equal('');
  });

  it('takes back a new folder, its new name and its deletion', async () => {
    const { address, admin, create, tree } = await newConsoleSecrets(world());
    await create({ KEY: 'x' });
    const page = await open(address, { as: admin });
    const dialog = page.getByRole('dialog');
    const createFolder = async () => {
      await page.getByRole('button', { name: 'Create folder' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('api');
      await dialog.getByRole('button', { name: 'Create folder' }).click();
    };
    await createFolder();
    await undo(page, 'The folder api was created.');
    expect(await tree('dev')).to.equal('');

    await createFolder();
    await page.getByRole('row').filter({ hasText: 'api' }).waitFor();
    await choose(page, 'Actions for the folder api', 'Rename');
    await dialog.getByLabel('Name', { exact: true }).fill('backend');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'backend' }).waitFor();
    await undo(page, 'The folder api was changed.');
    expect(await tree('dev')).to.equal('/api');

    await page.getByRole('row').filter({ hasText: 'api' }).waitFor();
    await choose(page, 'Actions for the folder api', 'Delete');
    await dialog.getByRole('button', { name: 'Delete folder' }).click();
    const deleted = page.getByRole('alert').filter({ hasText: 'api was deleted. It can be restored until' });
    await deleted.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: api was deleted').waitFor();
    expect(await tree('dev')).to.equal('/api');
  });

  it('brings back a deleted environment, and its name and slug', async () => {
    const { project, admin } = await newConsoleSecrets(world());
    const read = async () => {
      const params = { projectId: project.id };
      const { body } = await world().call('getProject', { as: admin, params });
      return (body.project.environments as { name: string; slug: string }[]).map(({ name, slug }) => `${name} ${slug}`);
    };
    const before = await read();
    const page = await open(`/p/${project.slug}/settings`, { as: admin });
    const dialog = page.getByRole('dialog');
    await choose(page, 'Actions of The staging', 'Edit');
    await dialog.getByLabel('Name', { exact: true }).fill('Acceptance');
    await dialog.getByLabel('Slug').fill('acceptance');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions of Acceptance' }).waitFor();
    await undo(page, 'The environment The staging was changed.');
    expect(await read()).to.have.members(before);

    await choose(page, 'Actions of The staging', 'Delete');
    await dialog.getByLabel('Type The staging to confirm').fill('The staging');
    await dialog.getByRole('button', { name: 'Delete environment' }).click();
    await undo(page, 'The environment The staging was deleted.');
    expect(await read()).to.have.members(before);
  });

  it('brings back what a secret was before it was changed in its drawer', async () => {
    allow(/^404: .*\/reminders\/secrets\//);
    const { address, admin, create, change, values, project } = await newConsoleSecrets(world());
    await create({ OTHER: 'x' });
    await create({ KEY: 'old' });
    const page = await open(`${address}?details=KEY`, { as: admin });
    const dialog = page.getByRole('dialog', { name: /^Save changes/ });
    await page.getByRole('textbox', { name: 'Comment' }).fill('Why');
    await page.getByRole('button', { name: 'Set personal override' }).click();
    await page.getByRole('textbox', { name: 'New personal override' }).fill('mine');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('KEY was saved: comment, personal override.').waitFor();
    await undo(page, 'KEY was saved: comment, personal override.');
    const query = { projectId: project.id, environment: 'dev', includePersonalOverrides: 'true' };
    const { body } = await world().call('listSecrets', { as: admin, query });
    const [key] = body.secrets as { secretValue: string; secretComment: string }[];
    expect(key).to.include({ secretValue: 'old', secretComment: '' });

    await change('KEY', 'new');
    await page.reload();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page
      .getByRole('dialog', { name: /^Restore version/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await undo(page, 'Version 1 was restored.');
    expect(await values()).to.deep.equal({ KEY: 'new', OTHER: 'x' });
  });

  it('brings back a personal override that was removed', async () => {
    allow(/^404: .*\/reminders\/secrets\//);
    const { address, admin, create, project } = await newConsoleSecrets(world());
    await create({ KEY: 'shared' });
    const location = { projectId: project.id, environment: 'dev' };
    const body = { ...location, type: 'personal', secretValue: 'mine' };
    await world().call('createSecret', { as: admin, params: { secretName: 'KEY' }, body });
    const query = { ...location, includePersonalOverrides: 'true' };
    const value = async () => (await world().call('listSecrets', { as: admin, query })).body.secrets[0].secretValue;
    const page = await open(`${address}?details=KEY`, { as: admin });
    await page.getByRole('button', { name: 'Remove personal override' }).click();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page
      .getByRole('dialog', { name: /^Save changes/ })
      .getByRole('button', { name: 'Save' })
      .click();
    await page.getByText('KEY was saved: personal override.').waitFor();
    expect(await value()).to.equal('shared');
    await undo(page, 'KEY was saved: personal override.');
    expect(await value()).to.equal('mine');
  });

  it('brings back a reminder with its date, of one day or of many', async () => {
    const { address, admin, create, project } = await newConsoleSecrets(world());
    await create({ KEY: 'x' });
    const { body } = await world().call('listSecrets', {
      as: admin,
      query: { projectId: project.id, environment: 'dev' },
    });
    const params = { secretId: body.secrets[0].id as string };
    const read = async () => (await world().call('getSecretReminder', { as: admin, params })).body.reminder;
    const date = '2030-03-01T08:00:00.000Z';
    for (const stored of [
      { message: 'Once', nextReminderDate: date },
      { message: 'Often', repeatDays: 30, fromDate: date },
    ]) {
      await world().call('setSecretReminder', { as: admin, params, body: stored });
      const { id: _, createdAt: __, updatedAt: ___, ...before } = await read();
      expect(before).to.include({ nextReminderDate: date });
      const page = await open(`${address}?details=KEY`, { as: admin });
      await page.getByRole('button', { name: 'Remove the reminder' }).click();
      await page.getByRole('button', { name: 'Review and save' }).click();
      await page
        .getByRole('dialog', { name: /^Save changes/ })
        .getByRole('button', { name: 'Save' })
        .click();
      await page.getByText('KEY was saved: reminder.').waitFor();
      expect(await read()).to.equal(null);
      await undo(page, 'KEY was saved: reminder.');
      expect(await read()).to.deep.include(before);
    }
  });

  it('takes back a new import, its new position and its removal', async () => {
    const { address, admin, create, project } = await newConsoleSecrets(world());
    await create({ SHARED: 'x' }, 'prod');
    const query = { projectId: project.id, environment: 'dev' };
    const imported = async () => {
      const { body } = await world().call('listSecretImports', { as: admin, query });
      const imports = body.secretImports as { importEnv: { slug: string }; position: number }[];
      return imports.map(({ importEnv, position }) => `${position} ${importEnv.slug}`).join(', ');
    };
    const body = { ...query, import: { environment: 'staging' } };
    await world().call('createSecretImport', { as: admin, body });
    const page = await open(address, { as: admin });
    const add = async () => {
      await choose(page, 'More actions', 'Import another folder');
      await page.getByRole('combobox', { name: 'Environment' }).click();
      await page.getByRole('option', { name: 'The prod' }).click();
      await page.getByRole('button', { name: 'Add import' }).click();
      await page.getByRole('row', { name: /^Import Imported from The prod/ }).waitFor();
    };
    await add();
    await undo(page, 'The import of prod / was added.');
    expect(await imported()).to.equal('1 staging');

    await add();
    await page.getByRole('button', { name: 'Move the import from The prod / up' }).click();
    await page.getByText('The import of The prod / was moved.').waitFor();
    expect(await imported()).to.equal('1 prod, 2 staging');
    await undo(page, 'The import of The prod / was moved.');
    expect(await imported()).to.equal('1 staging, 2 prod');

    await page.getByRole('button', { name: 'Remove the import from The staging /' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove import' }).click();
    await page.getByText('The import of The staging / was removed.').waitFor();
    expect(await imported()).to.equal('1 prod');
    await undo(page, 'The import of The staging / was removed.');
    expect(await imported()).to.equal('1 staging, 2 prod');
  });
});
