import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newProjectWithSecrets } from '../support/fixtures/project-secrets.ts';

const canary = 'canary-4c1f9a57';

onConsole('secret details', ({ world, open, allow }) => {
  const newSecret = async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, project, red } = setting;
    const location = { projectId: project.id, environment: 'dev', secretPath: '/' };
    const create = (secretName: string, body: object) =>
      world().call('createSecret', { as: admin, params: { secretName }, body: { ...location, ...body } });
    await create('HOST', { secretValue: 'db.example.internal' });
    await create('DATABASE_URL', {
      secretValue: `postgres://app:${canary}@\${HOST}/app`,
      secretComment: 'The primary',
      tagIds: [red.id],
      secretMetadata: [{ key: 'pin', value: '1234', isEncrypted: true }],
    });
    const read = async (query = {}) => {
      const params = { secretName: 'DATABASE_URL' };
      const response = await world().call('getSecret', { as: admin, params, query: { ...location, ...query } });
      return response.body.secret;
    };
    return { ...setting, location, read };
  };

  const openDetails = async ({ admin, project }: Awaited<ReturnType<typeof newSecret>>): Promise<Page> => {
    const page = await open(`/p/${project.slug}/dev`, { as: admin });
    await page.getByRole('button', { name: 'Details and history of DATABASE_URL' }).click();
    await page.getByText('Version 1,').waitFor();
    return page;
  };

  const save = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog', { name: /^Save/ }).getByRole('button', { name: 'Save' }).click();
  };

  it('saves what was changed after a review, compares two versions and restores one', async () => {
    const setting = await newSecret();
    const page = await openDetails(setting);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit value', exact: true }).click();
    await page.getByRole('textbox', { name: 'New value' }).fill('first line\nsecond line');
    await page.getByRole('textbox', { name: 'Comment' }).fill('The replica');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Tags' }).fill('rotated by hand');
    await page.getByRole('option', { name: 'Create tag rotated-by-hand' }).click();
    await page.getByRole('dialog').getByText('rotated-by-hand', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add metadata' }).click();
    await page.getByRole('group', { name: 'Metadata 2' }).getByLabel('Key').fill('team');
    await page.getByRole('button', { name: 'Set a reminder' }).click();
    await page.getByLabel('Note').fill('Rotate it');
    await page.getByRole('button', { name: 'Set personal override' }).click();
    await page.getByRole('textbox', { name: 'New personal override' }).fill('mine');
    await page.getByRole('button', { name: 'Review and save' }).click();
    const review = page.getByRole('dialog', { name: /^Save/ });
    await review.getByRole('button', { name: 'Show the change of value' }).click();
    await review.getByText('second line').waitFor();
    await expectAccessible(page);
    allow(/^failed: .*\/DATABASE_URL /);
    const isPersonal = (request: Request) => request.method() === 'POST';
    await page.route('**/secrets/DATABASE_URL', (route) =>
      isPersonal(route.request()) ? route.abort() : route.fallback(),
    );
    await review.getByRole('button', { name: 'Save' }).click();
    await review.getByText('Saved: value, comment, tags, metadata, reminder. Not saved: personal override').waitFor();
    await page.unroute('**/secrets/DATABASE_URL');
    await review.getByRole('button', { name: 'Save' }).click();
    await review.waitFor({ state: 'detached' });
    await page.getByText('Version 2,').waitFor();

    const saved = await setting.read();
    expect(saved).to.include({ secretValue: 'first line\nsecond line', secretComment: 'The replica' });
    expect(saved.tags.map(({ slug }: { slug: string }) => slug)).to.have.members(['red', 'rotated-by-hand']);
    expect(saved.secretMetadata).to.deep.include.members([
      { key: 'pin', value: '1234', isEncrypted: true },
      { key: 'team', value: '', isEncrypted: false },
    ]);
    expect(saved).to.include({ secretReminderNote: 'Rotate it', secretReminderRepeatDays: 90 });
    expect((await setting.read({ type: 'personal' })).secretValue).to.equal('mine');

    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('checkbox', { name: /^Version 1/ }).check();
    await page.getByRole('checkbox', { name: /^Version 2/ }).check();
    expect(await page.content()).not.to.contain(canary);
    await page.getByRole('dialog').getByRole('button', { name: 'Show values' }).click();
    await page.getByText(canary).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page
      .getByRole('dialog', { name: /^Restore/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.getByText('Version 3,').waitFor();
    expect((await setting.read({ expandSecretReferences: false })).secretValue).to.contain(canary);
  });

  it('hides a value again after a minute and when the tab is hidden', async () => {
    const setting = await newSecret();
    const { admin, project } = setting;
    const page = await open('/', { as: admin });
    await page.clock.install();
    await page.goto(`${world().server.url}/p/${project.slug}/dev`);
    await page.getByRole('button', { name: 'Details and history of DATABASE_URL' }).click();
    const shown = page.getByRole('textbox', { name: 'Value', exact: true });
    const show = page.getByRole('button', { name: 'Show value', exact: true });
    await show.click();
    expect(await shown.inputValue()).to.equal(`postgres://app:${canary}@\${HOST}/app`);
    await page.getByText('Resolved').click();
    await shown.filter({ hasText: 'db.example.internal' }).waitFor();
    await page.clock.fastForward(61_000);
    await show.waitFor();
    expect(await shown.count()).to.equal(0);

    await show.click();
    await shown.waitFor();
    await page.evaluate(
      'Object.defineProperty(document, "visibilityState", { value: "hidden" }); document.dispatchEvent(new Event("visibilitychange"));',
    );
    await show.waitFor();
    expect(await page.content()).not.to.contain(canary);
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])'),
    ).not.to.contain(canary);
  });

  it('asks before it closes with unsaved changes', async () => {
    const page = await openDetails(await newSecret());
    await page.getByRole('textbox', { name: 'Comment' }).fill('The replica');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).to.equal('The replica');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard the changes' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).waitFor({ state: 'detached' });
  });

  it('tells that somebody else has saved meanwhile', async () => {
    const setting = await newSecret();
    const page = await openDetails(setting);
    await page.getByRole('textbox', { name: 'Comment' }).fill('The replica');
    await world().call('updateSecret', {
      as: setting.admin,
      params: { secretName: 'DATABASE_URL' },
      body: { ...setting.location, secretComment: 'The third' },
    });
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByText('you would replace: comment').waitFor();
    await page.getByText('The third').waitFor();
    await expectAccessible(page);
  });

  it('removes the value of an old version for good', async () => {
    const setting = await newSecret();
    const page = await openDetails(setting);
    await page.getByRole('textbox', { name: 'Comment' }).fill('The replica');
    await save(page);
    await page.getByText('Version 2,').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Redact version 1' }).click();
    await page.getByLabel('Type DATABASE_URL to confirm').fill('DATABASE_URL');
    await page
      .getByRole('dialog', { name: /^Redact/ })
      .getByRole('button', { name: 'Redact' })
      .click();
    await page.getByText('Redacted').waitFor();
  });

  it('deletes a secret, says until when it can be restored, and takes it back', async () => {
    // What was loaded before the event stream was open is loaded again, perhaps while the secret is deleted.
    allow(/^404: .*\/(secrets\/DATABASE_URL|reminders\/secrets\/)/);
    const page = await openDetails(await newSecret());
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete/ });
    await dialog.getByText('It is moved to the trash for 30 days.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It can be restored until Jan 31, 2030').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Details and history of DATABASE_URL' }).waitFor();
  });
});
