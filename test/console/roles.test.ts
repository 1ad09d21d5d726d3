import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';

onConsole('roles', ({ world, open, allow }) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const { body } = await world().call('createProject', {
      as: admin,
      body: { projectName: 'Rocket Launcher', slug: 'rocket-launcher' },
    });
    return { organization, admin, projectId: body.project.id as string };
  };
  const addCondition = async (page: Page, field: string) => {
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('menuitem', { name: field, exact: true }).click();
  };

  it('creates a role with the builder, reviews a change with whom it affects, and deletes it', async () => {
    const { organization, admin, projectId } = await setting();
    const params = { projectId };
    const page = await open('/p/rocket-launcher/roles', { as: admin });
    await page.getByRole('list', { name: 'Built-in roles' }).getByRole('link', { name: 'Viewer' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Builder');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await addCondition(page, 'Environment');
    await page.getByRole('combobox', { name: 'Value of Environment' }).fill('dev');
    await page.keyboard.press('Enter');
    await addCondition(page, 'Folder');
    await page.getByRole('combobox', { name: 'Value of Folder' }).fill('/build/**');
    await page.getByText('May read secrets in dev under /build/**.').waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const second = page.getByRole('listitem', { name: 'Rule 2' });
    await second.getByRole('radio', { name: 'Deny' }).click();
    await page.getByText('May read secrets in dev under /build/**, but all of this is denied.').waitFor();
    await second.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('menuitem', { name: 'Tags' }).click();
    await second.getByRole('combobox', { name: 'Value of Tags' }).fill('prod');
    await page.keyboard.press('Enter');
    await page.getByText("May read secrets in dev under /build/**, except those tagged 'prod'.").waitFor();
    await page.getByText('Never matches: this project has no such tag (it has none).').waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Create role' }).click();
    await page.getByText('Nobody has this role.').waitFor();
    const read = async () =>
      (await world().call('getProjectRoleBySlug', { as: admin, params: { ...params, slug: 'builder' } })).body.role;
    expect((await read()).permissions).to.deep.equal([
      {
        subject: 'secrets',
        action: ['describeSecret', 'readValue'],
        conditions: { environment: { $in: ['dev'] }, secretPath: { $glob: '/build/**' } },
        inverted: false,
      },
      {
        subject: 'secrets',
        action: ['describeSecret', 'readValue'],
        conditions: { secretTags: { $in: ['prod'] } },
        inverted: true,
      },
    ]);

    const member = await world().newUser(organization, 'member');
    await world().call('addProjectUsers', {
      as: admin,
      params,
      body: { usernames: [member.email], roleSlugs: ['builder'] },
    });
    await page.reload();
    await page.getByText(`1 person: ${member.email}`).waitFor();
    await page.getByRole('button', { name: 'Delete' }).hover();
    await page.getByText('1 person has this role. Give them another one first.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Remove rule 2' }).click();
    await page.getByRole('button', { name: 'Edit rule 1', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Edit secrets' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('May now edit secrets in dev under /build/**.').waitFor();
    await review.getByText("Is no longer denied to read secrets tagged 'prod'.").waitFor();
    await review.getByText(`1 person: ${member.email}`).waitFor();
    await expectAccessible(page);
    allow(/^409: .*\/roles\//);
    const { id: projectRoleId } = await read();
    await world().clock.later(60, () =>
      world().call('updateProjectRole', {
        as: admin,
        params: { ...params, projectRoleId },
        body: { description: 'Builds everything.' },
      }),
    );
    await review.getByRole('button', { name: 'Save role' }).click();
    await review.getByText('Somebody else has changed this role meanwhile').waitFor();
    await expectAccessible(page);
    await review.getByRole('button', { name: 'Save over their changes' }).click();
    await review.waitFor({ state: 'detached' });
    await page.getByText('May read and edit secrets in dev under /build/**.').waitFor();
    expect(await read()).to.include({ description: 'Builds everything.' });
    expect((await read()).permissions).to.have.length(1);

    const { body } = await world().call('listProjectUsers', { as: admin, params });
    const { id } = body.memberships.find(({ user }: { user: { username: string } }) => user.username === member.email);
    await world().call('removeProjectUser', { as: admin, params: { ...params, projectMembershipId: id } });
    await page.reload();
    await page.getByText('Nobody has this role.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click();
    await page.getByText('None yet.').waitFor();
  });

  it('explains what somebody cannot grant, and what the organization does not let them do', async () => {
    const { organization, admin, projectId } = await setting();
    const keeper = await world().newUser(organization, 'member');
    const rules = [
      { subject: 'role', action: ['read', 'create'] },
      { subject: 'secrets', action: 'describeSecret' },
    ];
    await world().call('createProjectRole', {
      as: admin,
      params: { projectId },
      body: { slug: 'keeper', name: 'Keeper', permissions: rules },
    });
    await world().call('addProjectUsers', {
      as: admin,
      params: { projectId },
      body: { usernames: [keeper.email], roleSlugs: ['keeper'] },
    });
    allow(/^403: .*\/roles$/);
    const page = await open('/p/rocket-launcher/roles/viewer/copy', { as: keeper });
    await page.getByRole('button', { name: 'Edit rule 1', exact: true }).click();
    await page.getByRole('button', { name: 'Edit rule 1 as JSON' }).click();
    await page
      .getByLabel('The rule as JSON')
      .fill('{ "subject": "secrets", "action": "readValue", "conditions": { "environment": "dev" } }');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('May read the values of secrets in dev').first().waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Create role' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'You cannot grant permissions' });
    await refusal.getByText('read the values of secrets in dev').waitFor();
    await refusal.getByText(/^read .*secret imports/).waitFor();

    await page.getByRole('link', { name: 'Roles', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Keeper' }).click();
    await page.getByText('May describe secrets.').waitFor();
    await page.getByText('Not all people, machine identities and groups are shown here.').waitFor();
    await page.getByRole('link', { name: 'Sallyport, all projects' }).click();
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('link', { name: 'Member', exact: true }).click();
    await page.getByText('May read, create, edit and delete machine identities.').waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).hover();
    await page.getByText('You are not allowed to create roles in the organization.').waitFor();
  });

  it('creates and changes a role of the organization', async () => {
    const { admin } = await setting();
    const page = await open('/org/roles', { as: admin });
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Auditor');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('combobox', { name: 'Subject' }).click();
    await page.getByRole('option', { name: 'Audit logs' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Create role' }).click();
    await page.getByText('May read audit logs.').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('checkbox', { name: 'Create members' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('May now read and create members.').waitFor();
    await review.getByRole('button', { name: 'Save role' }).click();
    await review.waitFor({ state: 'detached' });
    await page.getByText('May read and create members.').waitFor();
    const { body } = await world().call('getOrganizationRoleBySlug', { as: admin, params: { slug: 'auditor' } });
    expect(body.role.permissions).to.deep.equal([
      { subject: 'audit-logs', action: ['read'] },
      { subject: 'member', action: ['read', 'create'] },
    ]);
  });

  it('says which roles of the organization allow what was refused', async () => {
    const { organization } = await setting();
    const member = await world().newUser(organization, 'member');
    const page = await open('/org/roles?subject=groups&action=create', { as: member });
    const refused = page.getByRole('region', { name: 'You are not allowed to create groups' });
    await refused.getByRole('link', { name: 'Admin' }).waitFor();
    expect(await refused.getByRole('link').count()).to.equal(1);
    await expectAccessible(page);
  });
});
