import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { auditLogSettled } from '../support/expect/audit.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';
import { rule } from '../support/fixtures/project-secrets.ts';
import { newReader } from '../support/fixtures/secret-reads.ts';

onConsole('the rows of secrets', ({ world, open }) => {
  it('say that a value is empty, and to those who may read the audit log who read it', async () => {
    const setting = await newConsoleSecrets(world());
    const { address, admin, project, create } = setting;
    await create({ FULL: 'x', EMPTY: '' });
    const imports = { subject: 'secret-imports', action: ['read'] };
    const reader = await newReader(world(), setting, rule(['describeSecret', 'readValue']), imports);
    const query = { projectId: project.id, environment: 'dev' };
    for (let times = 0; times < 2; times += 1)
      await world().call('getSecret', { as: reader, params: { secretName: 'FULL' }, query });
    await auditLogSettled(world());

    const page = await open(address, { as: admin });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('FULL').getByTitle(`Read 2 times today`, { exact: false }).waitFor();
    expect(await row('FULL').innerText()).to.include(`by ${reader.email.split('@')[0]}, 2 times today`);
    expect(await row('FULL').innerText()).not.to.include('(empty)');
    expect(await row('EMPTY').innerText())
      .to.include('(empty)')
      .and.not.include('read');
    await expectAccessible(page);
    await row('EMPTY').getByRole('button', { name: 'Show the value of EMPTY' }).click();
    await row('EMPTY').getByRole('button', { name: 'Hide the value of EMPTY' }).waitFor();
    expect(await row('EMPTY').innerText()).to.include('(empty)');

    const asked: string[] = [];
    const other = await open(address, { as: reader });
    other.on('request', (request) => asked.push(request.url()));
    await other.reload();
    await other.getByRole('row').filter({ hasText: 'EMPTY' }).getByText('(empty)').waitFor();
    await other.getByRole('button', { name: 'More actions' }).waitFor();
    expect(asked.filter((url) => url.includes('secret-reads'))).to.deep.equal([]);
    expect(await other.getByRole('row').filter({ hasText: 'FULL' }).innerText()).not.to.include('today');
  });
});
