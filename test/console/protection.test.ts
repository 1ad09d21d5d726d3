import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets, typeValue } from '../support/fixtures/console-secrets.ts';
import { newSecret } from '../support/fixtures/project-secrets.ts';

onConsole('protected environments', ({ world, open }) => {
  /** A project whose environment dev is protected, with secrets. */
  const openProtected = async (address = '', paths: readonly string[] = []) => {
    const setting = await newConsoleSecrets(world(), paths);
    const { admin, project, ids } = setting;
    await setting.create({ A: '1', B: '2' });
    const params = { projectId: project.id, id: ids.dev! };
    await world().call('updateEnvironment', { as: admin, params, body: { isProtected: true } });
    const page = await open(`/p/${project.slug}${address}`, { as: admin });
    return { ...setting, page };
  };
  /** Expects that the button does nothing until the name of the environment is typed. */
  const confirmName = async (dialog: Locator, action: string) => {
    const button = dialog.getByRole('button', { name: action, exact: true });
    const field = dialog.getByLabel('Type The dev to confirm');
    await field.fill('the dev');
    expect(await button.isDisabled()).to.equal(true);
    await field.fill('The dev');
    await button.click();
    await dialog.waitFor({ state: 'detached' });
  };
  const choose = async (page: Page, actions: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: actions, exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  it('ask for their name before secrets are saved, moved, tagged and deleted', async () => {
    const { page, values, names } = await openProtected('/dev', ['/app']);
    await page.getByRole('link', { name: 'protected The dev' }).waitFor();
    await typeValue(page, 'A', 'new');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    expect(await bar.getByRole('button', { name: 'Save', exact: true }).count()).to.equal(0);
    await page.keyboard.press('Control+S');
    const review = page.getByRole('dialog', { name: 'Review one change' });
    await review.getByLabel('Message').press('Control+Enter');
    await expectAccessible(page, { inEveryView: true });
    await confirmName(review, 'Save one change');
    expect(await values()).to.deep.equal({ A: 'new', B: '2' });

    const selected = page.getByRole('region', { name: 'Selected secrets' });
    await page.getByRole('checkbox', { name: 'Select A', exact: true }).click();
    await selected.getByRole('button', { name: 'Move the selected secrets' }).click();
    const move = page.getByRole('dialog', { name: 'Move A' });
    await move.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'The staging' }).click();
    await confirmName(move, 'Move');
    expect([await names(), await names('staging')]).to.deep.equal(['/:B', '/:A']);

    await page.getByRole('checkbox', { name: 'Select B', exact: true }).click();
    await selected.getByRole('button', { name: 'Copy the selected secrets' }).click();
    const copy = page.getByRole('dialog', { name: 'Copy B' });
    await copy.getByRole('button', { name: 'Copy', exact: true }).click();
    await copy.waitFor({ state: 'detached' });
    expect(await names('staging'), 'only the target of a copy is asked for').to.equal('/:A /:B');
  });

  it('ask in the drawer of a secret, unless only a personal override is changed', async () => {
    const { page, values } = await openProtected('/dev?details=A');
    const drawer = page.getByRole('dialog', { name: /^A dev/ });
    const review = page.getByRole('dialog', { name: 'Save changes of A' });
    await drawer.getByRole('button', { name: 'Set personal override' }).click();
    await drawer.getByRole('textbox', { name: 'New personal override' }).fill('mine');
    await drawer.getByRole('button', { name: 'Review and save' }).click();
    await review.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('A was saved: personal override.').waitFor();

    await drawer.getByRole('textbox', { name: 'Comment' }).fill('Why');
    await drawer.getByRole('button', { name: 'Review and save' }).click();
    await confirmName(review, 'Save');
    await drawer.getByRole('tab', { name: 'History' }).click();
    await drawer.getByRole('button', { name: 'Restore version 1' }).click();
    await confirmName(page.getByRole('dialog', { name: 'Restore version 1?' }), 'Restore');
    await page.getByText('Version 1 was restored.').waitFor();
    await drawer.getByRole('tab', { name: 'Details' }).click();
    await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirmName(page.getByRole('dialog', { name: 'Delete A?' }), 'Delete');
    expect(await values()).to.deep.equal({ B: '2' });
  });

  it('ask before folders and imports are changed, and what was deleted is restored', async () => {
    const { page, tree, names } = await openProtected('/dev', ['/app']);
    await page.getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('api');
    await confirmName(page.getByRole('dialog'), 'Create folder');
    await choose(page, 'Actions for the folder api', 'Delete');
    await confirmName(page.getByRole('dialog'), 'Delete folder');
    await page.getByText('api was deleted').waitFor();
    expect(await tree('dev')).to.equal('/app');

    await choose(page, 'More actions', 'Import another folder');
    const add = page.getByRole('dialog', { name: 'Import another folder' });
    await add.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'The staging' }).click();
    await confirmName(add, 'Add import');
    await page.getByRole('button', { name: /^Remove the import from/ }).click();
    await confirmName(page.getByRole('dialog', { name: 'Remove the import?' }), 'Remove import');
    await page.getByText('Imported from').waitFor({ state: 'detached' });

    await choose(page, 'More actions', 'Create dynamic secret');
    const dynamic = page.getByRole('dialog', { name: 'Create dynamic secret' });
    await dynamic.getByLabel('Type The dev to confirm').waitFor();
    expect(await dynamic.getByRole('button', { name: 'Create dynamic secret' }).isDisabled()).to.equal(true);
    await dynamic.getByRole('button', { name: 'Cancel' }).click();
    await dynamic.waitFor({ state: 'detached' });

    await page.goto(`${page.url()}?drawer=trash`);
    await page.getByRole('button', { name: 'Restore api' }).click();
    const trash = page.getByRole('dialog', { name: 'Trash' });
    await trash.getByLabel('Type The dev to confirm').fill('The dev');
    await trash.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('api was restored.').waitFor();
    expect(await tree('dev')).to.equal('/api /app');
    expect(await names()).to.equal('/:A /:B');
  });

  it('ask before an import, a promotion and a rollback', async () => {
    const setting = await openProtected();
    const { page, values, create, address } = setting;
    await create({ C: '3' });
    await newSecret(world(), setting, 'D', { secretValue: '4', environment: 'staging' });
    await page.reload();
    await choose(page, 'More actions', 'Promote to an environment');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option', { name: 'The staging' }).click();
    await dialog.getByRole('combobox', { name: 'To' }).click();
    await page.getByRole('option', { name: 'The dev' }).click();
    await dialog.getByRole('button', { name: 'Show what would change' }).click();
    await dialog.getByLabel('Type The dev to confirm').waitFor();
    await expectAccessible(page);
    await confirmName(dialog, 'Promote one secret');
    expect(await values()).to.deep.equal({ A: '1', B: '2', C: '3', D: '4' });

    await page.goto(`${world().server.url}${address}?drawer=history`);
    await page
      .getByRole('button', { name: /^Compare with now/ })
      .last()
      .click();
    const history = page.getByRole('dialog', { name: /^Roll back/ });
    await history.getByLabel('Type The dev to confirm').fill('The dev');
    await history.getByRole('button', { name: 'Roll back', exact: true }).click();
    await page.getByText(/^Rolled back/).waitFor();
    expect(await values()).to.deep.equal({ A: '1', B: '2' });
  });

  it('get nothing by default that is created in several environments', async () => {
    const { page, values } = await openProtected();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create secret' }).first().click();
    await dialog.getByLabel('Name', { exact: true }).fill('KEY');
    const ticked = async () => [
      await dialog.getByRole('checkbox', { name: 'The dev protected' }).isChecked(),
      await dialog.getByRole('checkbox', { name: 'The staging' }).isChecked(),
      await dialog.getByRole('checkbox', { name: 'The prod' }).isChecked(),
    ];
    expect(await ticked()).to.deep.equal([false, true, false]);
    expect(await dialog.getByLabel('Type The dev to confirm').count()).to.equal(0);
    await dialog.getByRole('checkbox', { name: 'The dev protected' }).click();
    await expectAccessible(page);
    await confirmName(dialog, 'Create secret');
    expect([(await values()).KEY, (await values('staging')).KEY]).to.deep.equal(['', '']);
  });

  it('are set with a colour in the settings, where production is suggested', async () => {
    const { admin, project } = await newConsoleSecrets(world());
    const read = async () => {
      const { body } = await world().call('getProject', { as: admin, params: { projectId: project.id } });
      const environments = body.project.environments as { slug: string; color: string | null; isProtected: boolean }[];
      return environments.map(({ slug, color, isProtected }) => `${slug} ${color} ${isProtected}`);
    };
    const page = await open(`/p/${project.slug}/settings`, { as: admin });
    const protect = page.getByRole('button', { name: 'Protect The prod' });
    await protect.click();
    await protect.waitFor({ state: 'detached' });
    expect(await read()).to.deep.equal(['dev null false', 'staging null false', 'prod null true']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await protect.waitFor();
    expect((await read())[2]).to.equal('prod null false');

    await choose(page, 'Actions of The staging', 'Edit');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Colour' }).click();
    await page.getByRole('option', { name: 'Violet' }).click();
    await dialog.getByRole('checkbox', { name: 'Protected' }).click();
    await expectAccessible(page, { inEveryView: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Environments', exact: true }).getByText('Protected').waitFor();
    expect(await read()).to.deep.equal(['dev null false', 'staging violet true', 'prod null false']);
    await expectAccessible(page, { inEveryView: true });
  });
});
