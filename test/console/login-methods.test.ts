import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { OperationId } from '../../generated/operations.ts';
import { directory, sharedDirectory } from '../support/clients/directory.ts';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newAuthority } from '../support/fixtures/client-certificates.ts';
import { azureFields } from '../support/fixtures/cloud-tokens.ts';

const server = await sharedDirectory();
const { tenantId, allowedServicePrincipalIds } = azureFields;
const account = 'build@acme.iam.gserviceaccount.com';

interface Case {
  readonly name: string;
  /** What the form asks for, by label. */
  readonly fill: Readonly<Record<string, string>>;
  /** What an empty form says. */
  readonly problem: string;
  readonly summary: RegExp;
  readonly read: OperationId;
  readonly key: string;
  readonly stored: object;
}

const cases: readonly Case[] = [
  {
    name: 'TLS certificate',
    fill: { 'Certificate of the authority': newAuthority().cert, 'Common names (optional)': 'build-1' },
    problem: 'Paste a certificate in PEM.',
    summary: /Accepts client certificates of an authority, with the common name build-1/,
    read: 'getTlsCertAuth',
    key: 'identityTlsCertAuth',
    stored: { allowedCommonNames: 'build-1', allowedSubjectAltNames: null },
  },
  {
    name: 'AWS',
    fill: { Accounts: '123456789012' },
    problem: 'Enter roles or users, or the id of an account.',
    summary: /Accepts every role and user of AWS in the account 123456789012/,
    read: 'getAwsAuth',
    key: 'identityAwsAuth',
    stored: { allowedAccountIds: '123456789012' },
  },
  {
    name: 'Azure',
    fill: { Tenant: tenantId, 'Managed identities and service principals': allowedServicePrincipalIds },
    problem: 'Enter the id of the tenant.',
    summary: /of the tenant 72f988bf/,
    read: 'getAzureAuth',
    key: 'identityAzureAuth',
    stored: azureFields,
  },
  {
    name: 'Google Cloud',
    fill: { 'Service accounts': account, Projects: 'acme' },
    problem: 'Enter a service account or a project.',
    summary: /Accepts build@acme.*on instances of acme/,
    read: 'getGcpAuth',
    key: 'identityGcpAuth',
    stored: { type: 'gce', allowedServiceAccounts: account, allowedProjects: 'acme' },
  },
  {
    name: 'LDAP',
    fill: {
      Directory: server.ldaps,
      'CA certificate (optional)': server.cert,
      'Account that searches': directory.reader.dn,
      'Its password': directory.reader.password,
      'Where users are': directory.machines,
      'Required attributes (optional)': 'employeeType: build, deploy\nmail: build-1@example.com',
    },
    problem: 'Enter an address such as ldaps://ldap.example.com.',
    summary: /everybody below ou=machines,dc=example,dc=com whom \(uid=.*with employeeType build, deploy/,
    read: 'getLdapAuth',
    key: 'identityLdapAuth',
    stored: {
      url: server.ldaps,
      bindDN: directory.reader.dn,
      allowedFields: [
        { key: 'employeeType', value: 'build, deploy' },
        { key: 'mail', value: 'build-1@example.com' },
      ],
    },
  },
];

onConsole('ways to sign in without a stored secret', ({ world, open }) => {
  const fill = async (page: Page, fields: Case['fill']): Promise<void> => {
    for (const [label, text] of Object.entries(fields))
      await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  };

  for (const { name, fill: fields, problem, summary, read, key, stored } of cases) {
    it(`can be added, changed and removed: ${name}`, async () => {
      const organization = await world().newOrganization();
      const admin = await world().newUser(organization, 'admin');
      const { id } = await world().newIdentity(organization, 'member');
      const page = await open(`/identities/${id}`, { as: admin });
      await page.getByRole('button', { name: 'Add a way to sign in' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByText(problem).waitFor();
      await expectAccessible(page);
      await fill(page, fields);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(summary).waitFor();
      const find = () => world().call(read, { as: admin, params: { identityId: id } });
      expect((await find()).body[key]).to.deep.include(stored);
      await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
      await dialog.getByLabel('Uses of a token').fill('7');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await find()).body[key]).to.deep.include({ ...stored, accessTokenNumUsesLimit: 7 });
      await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await find()).status).to.equal(404);
    });
  }

  it('shows whether certificates through authorities below are accepted', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const { id } = await world().newIdentity(organization, 'member');
    const body = { caCertificate: newAuthority().cert, verifyClientCertificateChain: true };
    await world().call('attachTlsCertAuth', { as: admin, params: { identityId: id }, body });
    const page = await open(`/identities/${id}`, { as: admin });
    await page.getByRole('button', { name: 'Edit TLS certificate', exact: true }).click();
    const box = page.getByRole('dialog').getByRole('checkbox', { name: /^Accept certificates/ });
    expect(await box.isChecked()).to.equal(true);
    await box.uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { body: read } = await world().call('getTlsCertAuth', { as: admin, params: { identityId: id } });
    expect(read.identityTlsCertAuth.verifyClientCertificateChain).to.equal(false);
  });
});
