import { expect } from 'chai';
import { DeleteRequest, ProtocolOperation } from 'ldapts';
import { directory, message, TestDirectory } from '../../support/clients/directory.ts';
import { newDynamicSecrets, revokeDue } from '../../support/fixtures/dynamic-secrets.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { storing } from './providers.fixtures.ts';

const { base, reader } = directory;
const group = `cn=leased,${base}`;
const entry = `dn: cn={{Username}},${base}`;
const membership = (what: string) =>
  `dn: ${group}\nchangetype: modify\n${what}: member\nmember: cn={{Username}},${base}`;

// A real slapd is in `npm run test:targets`.
onEachDatabase('dynamic secrets of a directory', (world) => {
  let server: TestDirectory;
  before(async () => {
    server = await TestDirectory.start();
  });
  after(() => server.stop());
  beforeEach(() => {
    server.added.clear();
    server.added.set(group, new Map([['member', []]]));
  });
  const entries = () => [...server.added.keys()].filter((dn) => dn !== group);

  const inputs = () => ({
    url: server.ldaps,
    ca: server.cert,
    binddn: reader.dn,
    bindpass: reader.password,
    creationLdif: `${entry}\nobjectClass: person\nuserPassword: {{Password}}\n\n${membership('add')}`,
    revocationLdif: `${membership('delete')}\n\n${entry}\nchangetype: delete`,
  });
  const newLeases = async (more: object = {}) => {
    const setting = await newDynamicSecrets(world());
    await setting.create({ type: 'ldap', inputs: { ...inputs(), ...more } });
    return setting;
  };

  it('make an entry that logs in, and remove it with its membership', async () => {
    for (const more of [{}, { url: server.ldap }]) {
      const { lease, revoke } = await newLeases(more);
      const { data, lease: made } = await lease('db');
      const dn = `cn=${data.USERNAME},${base}`;
      expect(data.DN_ARRAY).to.deep.equal([dn, group]);
      expect(server.added.get(dn)?.get('userPassword')).to.deep.equal([data.PASSWORD]);
      expect(server.added.get(group)?.get('member')).to.deep.equal([dn]);
      expect((await revoke(made.id)).status).to.equal(null);
      expect(entries()).to.deep.equal([]);
      expect(server.added.get(group)?.get('member')).to.deep.equal([]);
    }
  });

  it('count as revoked if the entry is gone already, and not if the directory refuses', async () => {
    const { lease, revoke, leases } = await newLeases();
    const { data, lease: gone } = await lease('db');
    server.added.delete(data.DN_ARRAY[0]);
    expect((await revoke(gone.id)).status).to.equal(null);
    const { lease: stuck } = await lease('db');
    server.override = (request) =>
      request instanceof DeleteRequest
        ? message(request.messageId, ProtocolOperation.LDAP_RES_DELETE, (writer) => {
            writer.writeEnumeration(50);
            writer.writeString('');
            writer.writeString(`no right to delete ${request.dn}`);
          })
        : undefined;
    const { status, statusDetails } = await revoke(stuck.id);
    server.override = undefined;
    expect(status).to.equal('Failed to delete');
    expect(statusDetails).to.include('no right to delete cn=[REDACTED],');
    expect(statusDetails).not.to.include(stuck.externalEntityId);
    await revoke(stuck.id);
    expect(await leases('db')).to.deep.equal([]);
  });

  it('do not send the stored password to another directory for somebody who may not read it', async () => {
    const { organization, project, place } = await newLeases();
    const as = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'dynamic-secrets', action: ['edit-root-credential'] },
    ]);
    const update = (changes: object) =>
      world().call('updateDynamicSecret', {
        as,
        params: { dynamicSecretName: 'db' },
        body: { ...place, data: { inputs: changes } },
      });
    for (const changes of [{ url: server.ldap }, { binddn: 'cn=other' }, { startTls: false }])
      expectError(await update(changes), 400, 'BadRequest', /Send bindpass together/);
    expect((await update({ url: server.ldap, bindpass: reader.password })).status).to.equal(200);
  });

  it('leave nothing behind if a part of the creation is refused', async () => {
    for (const rollbackLdif of ['', `${entry}\nchangetype: delete`]) {
      server.added.set(group, new Map([['member', []]]));
      const { place, admin, leases } = await newLeases({ rollbackLdif });
      server.added.delete(group);
      const failed = await world().call('createDynamicSecretLease', {
        as: admin,
        body: { ...place, dynamicSecretName: 'db' },
      });
      expectError(failed, 400, 'BadRequest', /refused to modify cn=leased,.* \(code 32\)\.$/);
      await revokeDue(world(), 300);
      expect(entries()).to.deep.equal([]);
      expect(await leases('db')).to.deep.equal([]);
    }
  });

  it('are refused if a field is missing or wrong', async () => {
    const store = await storing(world(), 'ldap');
    const refused = async (more: object, ...issues: string[]) =>
      expectIssues(await store({ ...inputs(), ...more }), ...issues.map((issue) => `body provider.inputs.${issue}`));
    await refused(
      { url: 'https://a', binddn: '', bindpass: undefined },
      'url format',
      'binddn too_small',
      'bindpass required',
    );
    await refused({ credentialType: 'static' }, 'credentialType enum');
    for (const creationLdif of [
      'cn: a',
      'dn: a\ncn:< file:///etc/passwd',
      'dn: a\ncn:: ?',
      'dn: a\nchangetype: modrdn',
    ])
      await refused({ creationLdif, revocationLdif: 'dn: a\nchangetype: delete' }, 'creationLdif format');
    const elsewhere = `dn: cn={{Username}},ou=elsewhere,${base}\nchangetype: delete`;
    await refused({ revocationLdif: elsewhere }, 'revocationLdif invalid');
    const template = await store({ ...inputs(), revocationLdif: '{{Password}}' });
    expectError(template, 400, 'BadRequest', /Template sanitization failed: LDAP revoke/);
  });

  it('are refused in words, without those of the login', async () => {
    const store = await storing(world(), 'ldap');
    expectError(
      await store({ ...inputs(), bindpass: 'wrong' }),
      400,
      'BadRequest',
      /does not accept binddn and bindpass/,
    );
    expectError(await store({ ...inputs(), ca: '' }), 400, 'BadRequest', /certificate is not accepted/);
    const plain = { url: 'ldap://ldap.example.com', startTls: false };
    expectError(await store({ ...inputs(), ...plain }), 400, 'BadRequest', /with TLS/);
    expectError(await store({ ...inputs(), url: 'ldaps://10.0.0.1' }), 400, 'BadRequest', /ALLOW_HOSTS/);
  });
});
