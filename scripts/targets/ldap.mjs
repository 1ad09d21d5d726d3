// OpenLDAP's slapd, with the entries of the tests of LDAP auth.
import { Attribute, Client } from 'ldapts';
import { newFolder } from '../faults/processes.mjs';
import { administrator, directory, isSlapdThere, keeper, startSlapd } from '../logins/slapd.mjs';

export const name = 'ldap';
export const lacks = () => (isSlapdThere ? undefined : 'slapd (apt-get install slapd)');

const group = `cn=leased,${directory.base}`;
const dnOf = (username) => `cn=${username},${directory.machines}`;

export const start = async () => {
  const slapd = await startSlapd(newFolder());
  const as = async ({ dn, password }, work) => {
    const client = new Client({ url: slapd.ldap });
    try {
      await client.bind(dn, password);
      return await work(client);
    } finally {
      await client.unbind();
    }
  };
  const member = (values) => new Attribute({ type: 'member', values });
  await as(administrator, (client) =>
    client.add(group, [new Attribute({ type: 'objectClass', values: ['groupOfNames'] }), member([administrator.dn])]),
  );
  const entry = `dn: ${dnOf('{{Username}}')}`;
  const person = `${entry}\nobjectClass: inetOrgPerson\nsn: leased\nuid: {{Username}}\nuserPassword: {{Password}}`;
  const change = (what) => `dn: ${group}\nchangetype: modify\n${what}: member\nmember: ${dnOf('{{Username}}')}`;
  const inputs = {
    url: slapd.ldaps,
    ca: slapd.caCert,
    binddn: administrator.dn,
    bindpass: administrator.password,
    creationLdif: `${person}\n\n${change('add')}`,
    revocationLdif: `${change('delete')}\n\n${entry}\nchangetype: delete`,
  };
  const unknownGroup = (text) => text.replaceAll(group, `cn=none,${directory.base}`);
  return {
    type: 'ldap',
    inputs,
    rootPassword: administrator.password,
    wrong: { bindpass: 'wrong-password-of-ldap' },
    failing: [
      { creationLdif: unknownGroup(inputs.creationLdif) },
      { creationLdif: unknownGroup(inputs.creationLdif), rollbackLdif: `${entry}\nchangetype: delete` },
    ],
    canLogIn: ({ DN_ARRAY: [dn], PASSWORD: password }) => as({ dn, password }, () => true).catch(() => false),
    users: () =>
      as(administrator, async (client) => {
        const found = await client.search(directory.machines, { filter: '(sn=leased)', attributes: ['uid'] });
        return found.searchEntries.map(({ uid }) => uid);
      }),
    remove: ({ DN_ARRAY: [dn] }) =>
      as(administrator, async (client) => {
        await client.del(dn);
      }),
    rotation: {
      app: 'ldap',
      method: 'simple-bind',
      credentials: {
        provider: 'openldap',
        url: slapd.ldaps,
        dn: keeper.dn,
        password: keeper.password,
        sslCertificate: slapd.caCert,
      },
      type: 'ldap-password',
      parameters: { dn: directory.entries[0].dn },
      names: { dn: 'LDAP_DN', password: 'LDAP_PASSWORD' },
      canLogIn: ({ username: dn, password }) => as({ dn, password }, () => true).catch(() => false),
    },
    stop: slapd.stop,
    restart: slapd.restart,
  };
};
