import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { changesWhere } from '../support/expect/audit.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newDynamicSecrets, TargetDatabase, totpProvider } from '../support/fixtures/dynamic-secrets.ts';
import { addToProject } from '../support/fixtures/projects.ts';

const narrow = { width: 390, height: 844 };

onConsole('dynamic secrets', ({ world, open, allow }) => {
  let target: TargetDatabase;
  before(async () => {
    target = await TargetDatabase.start();
  });
  afterEach(async () => expect(await target.users()).to.deep.equal([]));

  const newSetting = async () => {
    const setting = await newDynamicSecrets(world());
    const address = `/p/${setting.project.slug}/dev/app`;
    return { ...setting, address };
  };
  type Setting = Awaited<ReturnType<typeof newSetting>>;
  const createDatabase = ({ create }: Setting) => create({ type: 'sql-database', inputs: target.inputs });
  /** Opens the page at the time of the server. */
  const openFolder = async (setting: Setting, query = '', options: Parameters<typeof open>[1] = {}): Promise<Page> => {
    const page = await open('/account', { as: setting.admin, ...options });
    await page.clock.setFixedTime(world().clock.now());
    await page.goto(`${world().server.url}${setting.address}${query}`);
    return page;
  };
  const choose = async (page: Page, field: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('are created with the default statements, tried first, and shown after the secrets', async () => {
    const setting = await newSetting();
    const page = await openFolder(setting);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Create dynamic secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create dynamic secret' }).click();
    expect(await dialog.getByText('Enter a value.').count()).to.equal(4);
    await dialog.getByText('Use lower-case letters').waitFor();
    const { host, port, database, username, password } = target.inputs;
    const fields = { Name: 'reporting-db', Host: host, Port: port, Database: database, User: username };
    for (const [label, value] of Object.entries({ ...fields, Password: password }))
      await dialog.getByLabel(label, { exact: true }).fill(String(value));
    await dialog.getByRole('switch', { name: 'Encrypt with TLS' }).click();
    allow(/^400: /);
    await dialog.getByLabel('Group role').fill('missing_role');
    await dialog.getByRole('button', { name: 'Create dynamic secret' }).click();
    await dialog.getByRole('alert').getByText('missing_role').waitFor();
    await dialog.getByLabel('Group role').fill(target.group);
    expect(await dialog.getByLabel('To create a user').inputValue()).to.include(`IN ROLE "${target.group}"`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create dynamic secret' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Dynamic secrets' }).getByText('SQL database, for 1 hour').waitFor();
    const { body } = await world().call('getDynamicSecret', {
      as: setting.admin,
      params: { dynamicSecretName: 'reporting-db' },
      query: setting.place,
    });
    expect(body.dynamicSecret.inputs).to.deep.include({ ...target.inputs, sslEnabled: false });
    expect(body.dynamicSecret).to.deep.include({ defaultTTL: '1 hour', maxTTL: '1 day' });
  });

  it('give credentials once, with their end, and show the lease until it is revoked, at both widths', async () => {
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      const setting = await newSetting();
      await createDatabase(setting);
      const page = await openFolder(setting, '', { viewport, permissions: ['clipboard-read', 'clipboard-write'] });
      await page.getByRole('button', { name: 'Get credentials of db' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('How long').fill('soon');
      await dialog.getByRole('button', { name: 'Get credentials' }).click();
      await dialog.getByText('Enter a number and a unit').waitFor();
      await dialog.getByLabel('How long').fill('10 minutes');
      await dialog.getByRole('button', { name: 'Get credentials' }).click();
      await dialog.getByText('10 min left').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Renew' }).click();
      await dialog.getByText('1 h 10 min left').waitFor();
      const [username] = await target.users();
      expect(await dialog.getByRole('textbox', { name: 'DB_USERNAME' }).inputValue()).to.equal(username);
      await dialog.getByRole('button', { name: 'Copy the DB_PASSWORD' }).click();
      const password = await page.evaluate<string>('navigator.clipboard.readText()');
      await (await target.login({ DB_USERNAME: username!, DB_PASSWORD: password })).end();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.content()).not.to.include(password);

      await page.getByRole('button', { name: 'db', exact: true }).click();
      expect(new URL(page.url()).search).to.equal('?dynamic=db');
      const leases = page.getByRole('list', { name: 'Leases' });
      await leases.getByText(username!).waitFor();
      await leases.getByText(setting.admin.email).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: `Renew ${username}` }).click();
      await leases.getByText('2 h 10 min left').waitFor();
      await page.getByRole('button', { name: `Revoke ${username}` }).click();
      await page.getByRole('button', { name: 'Revoke lease' }).click();
      await page.getByText('Nobody has credentials now.').waitFor();
      expect(await target.users()).to.deep.equal([]);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.locator('button:focus').getByText('db', { exact: true }).waitFor();
      expect(new URL(page.url()).search).to.equal('');
    }
  });

  it('show why a revocation fails, and let somebody forget the lease', async () => {
    const setting = await newSetting();
    await setting.create({
      type: 'sql-database',
      inputs: { ...target.inputs, revocationStatement: 'REASSIGN OWNED BY "{{username}}" TO missing_group' },
    });
    const { data } = await setting.lease('db');
    const page = await openFolder(setting, '?dynamic=db');
    await page.getByRole('button', { name: `Revoke ${data.DB_USERNAME}` }).click();
    await page.getByRole('button', { name: 'Revoke lease' }).click();
    await page.getByText('It is not revoked yet').waitFor();
    const leases = page.getByRole('list', { name: 'Leases' });
    await leases.getByText(/could not be revoked once: .*missing_group/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Try again ${data.DB_USERNAME}` }).click();
    await leases.getByText(/could not be revoked 2 times/).waitFor();
    await page.getByRole('button', { name: `Forget ${data.DB_USERNAME}` }).click();
    await page.getByRole('button', { name: 'Forget lease' }).click();
    await page.getByText('Say why').waitFor();
    await page.getByLabel('Reason').fill('The group is gone.');
    await page.getByRole('button', { name: 'Forget lease' }).click();
    await page.getByText('Nobody has credentials now.').waitFor();
    await target.query(`DROP ROLE "${data.DB_USERNAME}"`);
    const [entry] = await changesWhere(world(), {
      eventType: 'forget-dynamic-secret-lease',
      projectId: setting.project.id,
    });
    expect(entry!.eventMetadata).to.deep.include({ reason: 'The group is gone.' });
  });

  it('are deleted without revoking, after a list of the users that stay', async () => {
    const setting = await newSetting();
    await setting.create({
      type: 'sql-database',
      inputs: { ...target.inputs, revocationStatement: 'REASSIGN OWNED BY "{{username}}" TO missing_group' },
    });
    const { data } = await setting.lease('db');
    const page = await openFolder(setting, '?dynamic=db');
    const confirmName = async (action: string) => {
      await page.getByLabel('Type db to confirm').fill('db');
      await page.getByRole('button', { name: action }).click();
    };
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirmName('Delete dynamic secret');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await page.getByText('Being deleted').waitFor();
    await page.getByRole('button', { name: 'db', exact: true }).click();
    await page.getByRole('alert').getByText('missing_group').waitFor();
    await page.getByRole('button', { name: 'Delete without revoking' }).click();
    await page.getByRole('dialog').last().getByText(data.DB_USERNAME).waitFor();
    await expectAccessible(page);
    await confirmName('Delete now');
    await page.getByRole('list', { name: 'Dynamic secrets' }).waitFor({ state: 'detached' });
    await target.query(`DROP ROLE "${data.DB_USERNAME}"`);
  });

  it('are edited without their password, renamed and deleted', async () => {
    const setting = await newSetting();
    await createDatabase(setting);
    const page = await openFolder(setting, '?dynamic=db', { viewport: narrow });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit db' });
    expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).to.equal('');
    await dialog.getByLabel('Name', { exact: true }).fill('reports');
    await dialog.getByLabel('Metadata').fill('team=payments');
    await dialog.getByLabel('Length of a lease').fill('30 minutes');
    await dialog.getByLabel('To renew').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'reports' }).getByText('30 minutes').waitFor();
    const { body } = await world().call('getDynamicSecret', {
      as: setting.admin,
      params: { dynamicSecretName: 'reports' },
      query: setting.place,
    });
    expect(body.dynamicSecret.inputs).to.deep.include({ password: target.inputs.password, renewStatement: '' });
    expect(body.dynamicSecret.metadata).to.deep.equal([{ key: 'team', value: 'payments' }]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type reports to confirm').fill('reports');
    await page.getByRole('button', { name: 'Delete dynamic secret' }).click();
    await page.getByRole('list', { name: 'Dynamic secrets' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  });

  it('are of other kinds, too: SSH with its authority, and one-time passwords', async () => {
    const setting = await newSetting();
    const page = await openFolder(setting);
    const dialog = page.getByRole('dialog');
    const begin = async (kind: string, name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Create dynamic secret' }).click();
      await choose(page, 'Kind', kind);
      await dialog.getByLabel('Name', { exact: true }).fill(name);
    };
    await begin('SSH certificates', 'machines');
    await dialog.getByLabel('Names').fill('deploy\nops');
    await dialog.getByRole('button', { name: 'Create dynamic secret' }).click();
    await dialog.waitFor({ state: 'detached' });
    await begin('One-time passwords', 'portal');
    await dialog.getByLabel('Key in base32').fill(totpProvider.inputs.secret);
    await dialog.getByRole('button', { name: 'Create dynamic secret' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'machines', exact: true }).click();
    await dialog.getByText(/^ssh-ed25519 /).waitFor();
    await dialog.getByRole('button', { name: 'Get credentials' }).click();
    await dialog.last().getByLabel('Names').fill('deploy');
    await dialog.last().getByRole('button', { name: 'Get credentials' }).click();
    await dialog.last().getByRole('textbox', { name: 'SIGNED_KEY' }).waitFor();
    expect(await dialog.last().getByRole('textbox', { name: 'SIGNED_KEY' }).inputValue()).to.match(/^ssh-ed25519-cert/);
  });

  it('offer people only what they may do, and nothing to those who may not see them', async () => {
    const setting = await newSetting();
    await setting.create(totpProvider);
    const join = async (role: string) => {
      const user = await world().newUser(setting.organization, 'no-access');
      await addToProject(world(), setting.project, user, role);
      return user;
    };
    const viewer = await join('viewer');
    const page = await openFolder(setting, '', { as: viewer });
    const button = page.getByRole('button', { name: 'Get credentials of db' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).to.equal('true');
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByRole('menuitem', { name: 'Create dynamic secret' }).isDisabled()).to.equal(true);

    allow(/^403: /);
    const other = await openFolder(setting, '', { as: await join('no-access') });
    await other.getByRole('heading', { level: 1 }).waitFor();
    expect(await other.getByRole('list', { name: 'Dynamic secrets' }).count()).to.equal(0);
  });
});
