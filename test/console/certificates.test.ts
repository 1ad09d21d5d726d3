import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { newExternalRoot } from '../support/clients/external-root.ts';
import { asFile, openssl } from '../support/clients/openssl.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newRequest, successful } from '../support/fixtures/certificates.ts';

onConsole('certificates', ({ world, open }) => {
  const address = '/p/acme-certificates/certificates';
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const { body } = await world().call('createProject', {
      as: admin,
      body: { projectName: 'Acme Certificates', slug: 'acme-certificates', type: 'cert-manager' },
    });
    const projectId = body.project.id as string;
    return { organization, admin, projectId };
  };
  const withAuthorities = async () => {
    const made = await setting();
    const create = async (name: string, configuration: object) =>
      successful(
        await world().call('createCertificateAuthority', {
          as: made.admin,
          body: {
            projectId: made.projectId,
            name,
            configuration: { keyAlgorithm: 'EC_prime256v1', commonName: name, ...configuration },
          },
        }),
      ).body.id as string;
    const rootId = await create('acme-root', { type: 'root', notAfter: '2050-01-01T00:00:00Z' });
    const below = { type: 'intermediate', parentCaId: rootId, notAfter: '2045-01-01T00:00:00Z' };
    const caId = await create('acme-web', below);
    const issue = async (commonName: string, ttl: string) =>
      successful(
        await world().call('issueCertificate', {
          as: made.admin,
          body: { caId, commonName, altNames: commonName, ttl, keyAlgorithm: 'EC_prime256v1' },
        }),
      ).body as { certificateId: string; serialNumber: string };
    return { ...made, rootId, caId, issue };
  };
  /** The content of the file that a click downloads. */
  const downloaded = async (page: Page, name: string): Promise<Buffer> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click(),
    ]);
    return readFile(await file.path());
  };
  const subjectOf = (pem: Buffer): string => openssl('x509', '-noout', '-subject', '-in', asFile(pem));

  it('creates a root and an authority below it, and issues the first certificate with its key', async () => {
    const { admin } = await setting();
    const page = await open(address, { as: admin });
    const dialog = page.getByRole('dialog');
    for (const [name, signedBy] of [['root'], ['web', 'root']] as const) {
      await page.getByRole('button', { name: 'Create authority' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      if (signedBy) {
        await dialog.getByRole('combobox', { name: 'Signed by' }).click();
        await page.getByRole('option', { name: signedBy, exact: true }).click();
        await dialog.getByLabel('Years of validity').fill('5');
      }
      await dialog.getByLabel('Common name').fill(`Acme ${name}`);
      await dialog.getByRole('button', { name: 'Create authority' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('list', { name: 'Below root' }).innerText()).to.include('CN=Acme web');

    await page.getByRole('button', { name: 'Issue certificate' }).click();
    await dialog.getByRole('combobox', { name: 'Authority' }).click();
    await page.getByRole('option', { name: 'web' }).click();
    await dialog.getByLabel('Common name').fill('api.example.com');
    await dialog.getByLabel('Alternative names').fill('api.example.com, 10.0.0.1');
    await dialog.getByRole('combobox', { name: 'Valid for' }).fill('forever');
    await dialog.getByRole('button', { name: 'Issue certificate' }).click();
    await dialog.getByText('Enter a number and a unit').waitFor();
    await dialog.getByRole('combobox', { name: 'Valid for' }).fill('30d');
    await dialog.getByRole('button', { name: 'Issue certificate' }).click();
    await dialog.getByText('The certificate for api.example.com was issued.').waitFor();
    await expectAccessible(page);
    const [chain, key] = [
      await downloaded(page, 'Download the certificate with chain'),
      await downloaded(page, 'Download the private key'),
    ];
    expect(chain.toString().match(/BEGIN CERTIFICATE/g)).to.have.length(3);
    const publicKey = openssl('pkey', '-pubout', '-in', asFile(key));
    expect(openssl('x509', '-noout', '-pubkey', '-in', asFile(chain))).to.equal(publicKey);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'All certificates' }).getByText('10.0.0.1').waitFor();
  });

  it('issues no server certificate without an alternative name', async () => {
    const { admin } = await withAuthorities();
    const page = await open(address, { as: admin });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Issue certificate' }).click();
    await dialog.getByRole('combobox', { name: 'Authority' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByLabel('Common name').fill('The server of Acme');
    await dialog.getByRole('button', { name: 'Issue certificate' }).click();
    await dialog.getByText('Enter the host name of the server').waitFor();
    await dialog.getByLabel('Common name').fill('only.example.com');
    await dialog.getByRole('button', { name: 'Issue certificate' }).click();
    await dialog.getByText('The certificate for only.example.com was issued.').waitFor();
    const chain = asFile(await downloaded(page, 'Download the certificate with chain'));
    expect(openssl('x509', '-noout', '-ext', 'subjectAltName', '-in', chain)).to.include('DNS:only.example.com');
  });

  it('signs a request, and shows what ends soon, at both widths', async () => {
    const { admin, issue } = await withAuthorities();
    await issue('soon.example.com', '10d');
    await issue('later.example.com', '1y');
    const page = await open(address, { as: admin, colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    const soon = page.getByRole('table', { name: 'Certificates that end soon' });
    await soon.getByRole('button', { name: 'soon.example.com' }).waitFor();
    expect(await soon.getByRole('row').count()).to.equal(2);
    await page.getByRole('table', { name: 'All certificates' }).getByText('later.example.com').first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);

    const { csr, privateKey } = newRequest('/CN=own.example.com');
    await page.getByRole('button', { name: 'Sign a request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Authority' }).click();
    await page.getByRole('option', { name: 'acme-web' }).click();
    await dialog.getByLabel('Signing request').fill(csr);
    await dialog.getByRole('button', { name: 'Sign request' }).click();
    await dialog.getByRole('status').waitFor();
    expect(await dialog.getByRole('button', { name: 'Download the private key' }).count()).to.equal(0);
    const certificate = await downloaded(page, 'Download the certificate');
    expect(subjectOf(certificate)).to.include('own.example.com');
    const publicKey = openssl('pkey', '-pubout', '-in', asFile(privateKey));
    expect(openssl('x509', '-noout', '-pubkey', '-in', asFile(certificate))).to.equal(publicKey);
  });

  it('downloads, renews and revokes a certificate, and shows the revocation list', async () => {
    const { admin, caId, issue } = await withAuthorities();
    const { certificateId, serialNumber } = await issue('web.example.com', '90d');
    const page = await open(address, { as: admin });
    const drawer = page.getByRole('dialog', { name: 'web.example.com' });
    await page.getByRole('button', { name: 'web.example.com' }).click();
    await drawer.getByText(serialNumber).waitFor();
    await expectAccessible(page);
    expect(subjectOf(await downloaded(page, 'Certificate'))).to.include('web.example.com');
    expect((await downloaded(page, 'Private key')).toString()).to.include('BEGIN PRIVATE KEY');
    await drawer.getByLabel('Passphrase for PKCS #12').fill('for tests only');
    const p12 = await downloaded(page, 'Download PKCS #12');
    expect(openssl('pkcs12', '-in', asFile(p12), '-passin', 'pass:for tests only', '-nodes')).to.include('PRIVATE KEY');

    await drawer.getByRole('button', { name: 'Renew' }).click();
    const renewal = page.getByRole('dialog', { name: 'Renew web.example.com' });
    await renewal.getByLabel('The same key').check();
    await renewal.getByRole('button', { name: 'Renew certificate' }).click();
    await renewal.getByText('The certificate for web.example.com was issued.').waitFor();
    await renewal.getByRole('button', { name: 'Done' }).click();
    await drawer.getByRole('button', { name: 'Show the certificate that renews it' }).waitFor();

    await drawer.getByRole('button', { name: 'Revoke' }).click();
    const revocation = page.getByRole('dialog', { name: 'Revoke the certificate?' });
    await revocation.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Its key was disclosed' }).click();
    await expectAccessible(page);
    await revocation.getByRole('button', { name: 'Revoke certificate' }).click();
    await revocation.waitFor({ state: 'detached' });
    await drawer.getByText('its key was disclosed').waitFor();
    const { body } = await world().call('getCertificate', { as: admin, params: { id: certificateId } });
    expect(body.certificate).to.include({ status: 'revoked', revocationReason: 1 });

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'acme-web' }).click();
    await page.waitForURL(`**${address}?authority=${caId}`);
    const authority = page.getByRole('dialog', { name: 'acme-web' });
    await authority.getByText(`/api/v1/cert-manager/ocsp/${caId}`).waitFor();
    await expectAccessible(page);
    const list = await downloaded(page, 'Revocation list');
    expect(openssl('crl', '-noout', '-text', '-in', asFile(list)).toLowerCase()).to.include(serialNumber);
  });

  it('has an authority signed elsewhere, disables and enables it, and renews its root', async () => {
    const { admin, rootId } = await withAuthorities();
    const page = await open(address, { as: admin });
    const dialog = page.getByRole('dialog').last();
    await page.getByRole('button', { name: 'Create authority' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('branch');
    await dialog.getByRole('combobox', { name: 'Signed by' }).click();
    await page.getByRole('option', { name: 'An authority elsewhere' }).click();
    await dialog.getByLabel('Common name').fill('Acme branch');
    await dialog.getByRole('button', { name: 'Create authority' }).click();
    await dialog.waitFor({ state: 'detached' });

    const tree = page.getByRole('list', { name: 'Authorities', exact: true });
    await tree.getByText('Waits for its certificate').waitFor();
    await tree.getByRole('button', { name: 'branch' }).click();
    const elsewhere = newExternalRoot();
    const certificate = elsewhere.sign((await downloaded(page, 'Signing request')).toString());
    await dialog.getByRole('button', { name: 'Import its certificate' }).click();
    await dialog.getByLabel('Certificate of this authority').waitFor();
    // Closes the dialog alone.
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Import its certificate' }).click();
    await dialog.getByLabel('Certificate of this authority').fill(certificate);
    await dialog.getByLabel('Certificates above it').fill(elsewhere.pem);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Import certificate', exact: true }).click();
    const branch = page.getByRole('dialog', { name: 'branch' });
    await branch.getByText('Active').waitFor();

    for (const [action, status] of [
      ['Disable', 'Disabled'],
      ['Enable', 'Active'],
    ] as const) {
      await branch.getByRole('button', { name: action }).click();
      const question = page.getByRole('dialog', { name: `${action} the authority?` });
      await question.getByRole('button', { name: `${action} authority` }).click();
      await question.waitFor({ state: 'detached' });
      await branch.getByText(status, { exact: true }).waitFor();
    }

    await page.keyboard.press('Escape');
    await tree.getByRole('button', { name: 'acme-root' }).click();
    await page.getByRole('dialog', { name: 'acme-root' }).getByRole('button', { name: 'Renew' }).click();
    await dialog.getByLabel('Years of validity').fill('90');
    await dialog.getByRole('button', { name: 'Renew authority' }).click();
    await page
      .getByRole('dialog', { name: 'acme-root' })
      .getByText(/, 21\d\d,/)
      .waitFor();
    await expectAccessible(page);
    const { body } = await world().call('listAuthorityCertificates', { as: admin, params: { caId: rootId } });
    expect(body).to.have.length(2);
  });

  it('does not offer what a member without permission may not do', async () => {
    const { organization, admin, projectId, issue } = await withAuthorities();
    await issue('web.example.com', '90d');
    const [viewer, stranger] = [
      await world().newUser(organization, 'member'),
      await world().newUser(organization, 'member'),
    ];
    for (const [{ email }, role] of [
      [viewer, 'viewer'],
      [stranger, 'no-access'],
    ] as const) {
      const body = { emails: [email], roleSlugs: [role] };
      successful(await world().call('addProjectUsers', { as: admin, params: { projectId }, body }));
    }
    const page = await open(address, { as: viewer });
    await page.getByRole('button', { name: 'web.example.com' }).click();
    for (const name of ['Renew', 'Revoke', 'Private key'])
      expect(await page.getByRole('dialog').getByRole('button', { name }).getAttribute('aria-disabled')).to.equal(
        'true',
      );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'acme-root' }).click();
    for (const name of ['Renew', 'Disable'])
      expect(await page.getByRole('dialog').getByRole('button', { name }).getAttribute('aria-disabled')).to.equal(
        'true',
      );
    const denied = await open(address, { as: stranger });
    await denied.getByText('You are not allowed to see certificates').waitFor();
  });
});
