import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { storeChangePolicy } from '../support/fixtures/change-policies.ts';
import { newConsoleSecrets, typeValue } from '../support/fixtures/console-secrets.ts';

onConsole('changes that a policy wants approved', ({ world, open }) => {
  it('says that a change waits as a request, and shows what is stored', async () => {
    const { admin, project, ids, create, values } = await newConsoleSecrets(world());
    await create({ A: '1' });
    await storeChangePolicy(world(), project, { environmentIds: [ids.dev!], approvers: [admin] });
    const page = await open(`/p/${project.slug}/dev`, { as: admin });
    await typeValue(page, 'A', 'new');
    await page.keyboard.press('Control+S');
    await page.getByRole('dialog', { name: 'Review one change' }).getByLabel('Message').press('Control+Enter');
    await page.getByText('it waits as a request, and nothing is changed yet').waitFor();
    expect(await values()).to.deep.equal({ A: '1' });
    const { body } = await world().call('countChangeRequests', { as: admin, query: { projectId: project.id } });
    expect(body).to.deep.equal({ approvals: { open: 1, closed: 0 } });
  });
});
