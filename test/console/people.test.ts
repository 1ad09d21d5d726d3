import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { newGroup } from '../support/fixtures/groups.ts';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';

onConsole('people and groups', ({ world, open, allow }) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const body = { projectName: 'Rocket Launcher', slug: 'rocket-launcher' };
    const projectId = (await world().call('createProject', { as: admin, body })).body.project.id as string;
    return { organization, admin, projectId };
  };
  const choose = async (page: Page, field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const confirmWith = async (page: Page, title: string, action: string, name?: string) => {
    const dialog = page.getByRole('dialog', { name: title });
    if (name !== undefined) await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    await dialog.getByRole('button', { name: action }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  /** What a click copies, once it is there. */
  const copiedText = (page: Page) =>
    page.evaluate<string>(`(async () => {
      for (;;) {
        const text = await navigator.clipboard.readText();
        if (text !== '') return text;
      }
    })()`);

  it('invites somebody, whose link works, and creates another one', async () => {
    const { admin } = await setting();
    const page = await open('/people', { as: admin, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByLabel('E-mail addresses').fill('ada@example.com, nobody');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('“nobody” is not an e-mail address.').waitFor();
    const address = `ada-${admin.id}@example.com`;
    await dialog.getByLabel('E-mail addresses').fill(address);
    await choose(page, 'Projects (optional)', 'Rocket Launcher');
    await dialog.getByLabel('E-mail addresses').click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('pass each link on yourself').waitFor();
    await dialog.getByRole('button', { name: `Copy the link for ${address}` }).click();
    const link = new URL(await copiedText(page));
    const { searchParams } = link;
    const { status } = await world().call('inspectInvitation', {
      body: { email: address, organizationId: searchParams.get('organization_id')!, code: searchParams.get('token')! },
    });
    expect(status).to.equal(200);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByLabel('Search people').fill('ada-');
    await page.getByRole('link', { name: address }).click();
    const drawer = page.getByRole('dialog', { name: address });
    await drawer.getByRole('link', { name: 'Rocket Launcher' }).waitFor();
    await drawer.getByRole('button', { name: 'Invite again' }).click();
    await drawer.getByRole('button', { name: `Copy the link for ${address}` }).waitFor();
    await expectAccessible(page);
  });

  it('changes the role of somebody, deactivates, activates and removes them', async () => {
    const { organization, admin } = await setting();
    const user = await world().newUser(organization, 'member');
    const page = await open(`/people?user=${user.id}`, { as: admin });
    const drawer = page.getByRole('dialog', { name: user.email });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await choose(page, 'Role in the organization', 'No access');
    await saved;
    await drawer.getByRole('button', { name: 'Deactivate' }).click();
    await drawer.getByText('Deactivated', { exact: true }).waitFor();
    expect((await world().call('listProjects', { as: user })).status).to.equal(403);
    await drawer.getByRole('button', { name: 'Activate again' }).click();
    await drawer.getByRole('button', { name: 'Deactivate' }).waitFor();
    const members = async () => {
      const { body } = await world().call('listOrganizationUsers', {
        as: admin,
        params: { organizationId: organization.id },
      });
      return body.users as { userId: string; role: string }[];
    };
    expect((await members()).find(({ userId }) => userId === user.id)!.role).to.equal('no-access');
    await drawer.getByRole('button', { name: 'Remove' }).click();
    await confirmWith(page, 'Remove from the organization?', 'Remove');
    await drawer.waitFor({ state: 'detached' });
    expect((await members()).map(({ userId }) => userId)).to.deep.equal([admin.id]);
    await expectAccessible(page);
  });

  it('creates a group, puts people and machines in it and it in a project, and deletes it', async () => {
    const { organization, admin, projectId } = await setting();
    const user = await world().newUser(organization, 'member');
    await world().newIdentity(organization, 'no-access');
    const page = await open('/groups', { as: admin });
    await page.getByText('No groups yet').waitFor();
    await page.getByRole('button', { name: 'Create group' }).first().click();
    await page.getByLabel('Name').fill('Rocket engineers');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('heading', { name: 'Rocket engineers' }).waitFor();
    await page.getByRole('combobox', { name: 'Add a member' }).click();
    await page.getByRole('option', { name: user.email }).click();
    await page.getByRole('list', { name: 'Members' }).getByText(user.email).waitFor();
    await page.getByRole('button', { name: 'Add to a project' }).click();
    await choose(page, 'Project', 'Rocket Launcher');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Rocket Launcher' }).waitFor();
    await expectAccessible(page);
    const { body } = await world().call('listProjectGroups', { as: admin, params: { projectId } });
    expect(body.groupMemberships[0].roles[0].role).to.equal('viewer');
    await page.getByRole('button', { name: 'Remove Test User' }).click();
    await confirmWith(page, 'Remove from the group?', 'Remove');
    await page.getByText('Nobody is in the group yet.').waitFor();
    await page.getByRole('button', { name: 'Delete group' }).click();
    await confirmWith(page, 'Delete the group?', 'Delete group', 'Rocket engineers');
    await page.getByText('No groups yet').waitFor();
  });

  it('names the group at the provider of single sign-on for those who may change the provider, and shows it to others', async () => {
    const { organization, admin } = await setting();
    const { id } = await newGroup(world(), organization);
    const field = 'Group at the single sign-on provider';
    const page = await open(`/groups/${id}`, { as: admin });
    await page.getByLabel(field).fill(' rockets ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The group is saved.').waitFor();
    await expectAccessible(page);
    const { body } = await world().call('getGroup', { as: admin, params: { id } });
    expect(body.providerGroupName).to.equal('rockets');

    const role = await world().newRole(organization, [{ subject: 'groups', action: '*' }]);
    const theirs = await open(`/groups/${id}`, { as: await world().newUser(organization, role) });
    expect(await theirs.getByLabel(field).isDisabled()).to.equal(true);
  });

  it('shows those who may not see people, groups and machine identities that they may not', async () => {
    allow(/^404: /);
    const { organization } = await setting();
    const user = await world().newUser(organization, 'no-access');
    const page = await open('/people', { as: user });
    await page.getByText('You are not allowed to see the people of this organization').waitFor();
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByText('You are not allowed to see the groups of this organization').waitFor();
    await page.getByRole('link', { name: 'Machine identities' }).click();
    await page.getByText('You are not allowed to see machine identities').waitFor();
    expect(await page.getByRole('link', { name: 'Instance' }).count()).to.equal(0);
  });
});
