// Logs in with LDAP auth against OpenLDAP's slapd, and compares it with the directory of `npm test`.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { callerOf } from '../live-server.mjs';
import { logInWith } from './clients.mjs';
import { directory, limitedReader } from './slapd.mjs';

const exchanges = JSON.parse(
  readFileSync(new URL('../../test/support/fixtures/directory-exchanges.json', import.meta.url), 'utf8'),
);

/** Sends the request, and resolves with as many bytes as the expected response has. */
const exchange = (socket, { request, response }) =>
  new Promise((resolve, reject) => {
    let received = '';
    socket.removeAllListeners('data').on('data', (chunk) => {
      received += chunk.toString('hex');
      if (received.length >= response.length) resolve(received);
    });
    socket.once('close', () => reject(new Error('slapd ended the connection')));
    socket.write(Buffer.from(request, 'hex'));
  });

/** Whether the recorded responses are those that slapd sends. */
const compareRecorded = async ({ port }, expectEqual) => {
  for (const { name, steps } of exchanges) {
    const socket = connect(port, '127.0.0.1');
    let same = true;
    for (const step of steps) same &&= (await exchange(socket, step)) === step.response;
    socket.destroy();
    expectEqual(`LDAP: the recorded response to ${name}`, true, same);
  }
};

export const tryLdap = async (clients, slapd, { site, folder, token, expectEqual }) => {
  const call = callerOf(site, token);
  const post = async (path, body, headers = {}) => {
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
    return (await fetch(`${site}${path}`, { ...options, body: JSON.stringify(body) })).status;
  };
  const usual = {
    url: slapd.ldaps,
    ldapCaCertificate: slapd.caCert,
    bindDN: directory.reader.dn,
    bindPass: directory.reader.password,
    searchBase: directory.machines,
    lockoutEnabled: false,
  };
  const attach = async (fields = {}) => {
    const { identity } = await call('POST', '/api/v1/identities', { name: 'ldap', role: 'no-access' });
    const path = `/api/v1/auth/ldap-auth/identities/${identity.id}`;
    const headers = { Authorization: `Bearer ${token}` };
    return { id: identity.id, status: await post(path, { ...usual, ...fields }, headers) };
  };
  const attempt = async ({ id: identityId }, username, password) =>
    post('/api/v1/auth/ldap-auth/login', { identityId, username, password });
  const expectLogin = async (what, status, ...args) => expectEqual(`LDAP: ${what}`, status, await attempt(...args));
  const build = ['build-1', 'build-password'];

  await compareRecorded(slapd, expectEqual);
  const byTls = await attach();
  await expectLogin('ldaps', 200, byTls, ...build);
  await expectLogin('StartTLS', 200, await attach({ url: slapd.ldap }), ...build);
  const plain = { url: slapd.ldap, startTls: false, ldapCaCertificate: '' };
  await expectLogin('without encryption, to a listed host', 200, await attach(plain), ...build);
  for (const url of [slapd.ldaps, slapd.ldap])
    for (const ldapCaCertificate of [slapd.otherCa, ''])
      expectEqual('LDAP: a wrong authority', 400, (await attach({ url, ldapCaCertificate })).status);
  expectEqual('LDAP: a wrong password of the reader', 400, (await attach({ bindPass: 'wrong' })).status);
  expectEqual('LDAP: an unknown base', 400, (await attach({ searchBase: `ou=none,${directory.base}` })).status);
  expectEqual('LDAP: a base in another directory', 400, (await attach({ searchBase: directory.elsewhere })).status);
  await expectLogin('a wrong password', 401, byTls, 'build-1', 'wrong');
  await expectLogin('an empty password', 422, byTls, 'build-1', '');
  await expectLogin('nobody', 401, byTls, 'nobody', 'build-password');
  await expectLogin('three entries', 401, byTls, 'twin', 'twin-password');
  const limited = await attach({ bindDN: limitedReader.dn, bindPass: limitedReader.password });
  await expectLogin('the first of three, which is all that the reader may find', 401, limited, 'twin', 'twin-password');
  for (const name of ['*', 'build*', 'x)(|(uid=*', '*)(uid=build-1', '\\2a'])
    await expectLogin(`the name ${name}`, 401, byTls, name, 'build-password');
  await expectLogin('an odd name', 200, byTls, '*)(uid=\\zürich', 'odd-password');
  const wide = {
    searchBase: directory.base,
    searchFilter: '(&(objectClass=*)(|(uid={{username}})(mail={{username}})))',
  };
  const widely = await attach(wide);
  await expectLogin('a larger filter, beside a reference', 200, widely, 'build-1@example.com', 'build-password');
  await expectLogin('nobody, beside a reference', 401, widely, 'nobody', 'build-password');
  const chosen = await attach({ allowedFields: [{ key: 'EmployeeType', value: 'build, release' }] });
  await expectLogin('an allowed value', 200, chosen, ...build);
  await expectLogin('one of two values', 200, chosen, 'deploy-1', 'deploy-password');
  await expectLogin('no value', 401, chosen, '*)(uid=\\zürich', 'odd-password');
  const locking = await attach({ lockoutEnabled: true, lockoutThreshold: 2 });
  for (const time of ['first', 'second']) await expectLogin(`the ${time} guess`, 401, locking, 'build-1', 'wrong');
  await expectLogin('the right password while locked out', 401, locking, ...build);
  for (const client of clients.filter(({ methods }) => methods.includes('ldap'))) {
    const logIn = (password) => {
      const environment = { INFISICAL_LDAP_USERNAME: 'build-1', INFISICAL_LDAP_PASSWORD: password };
      return logInWith(client, { site, folder, method: 'ldap', identityId: byTls.id, environment });
    };
    expectEqual(`${client.name}: LDAP`, 'logged in', await logIn('build-password'));
    expectEqual(`${client.name}: LDAP, a wrong password`, '401', await logIn('wrong'));
  }
  await slapd.stop();
  await expectLogin('a directory that is stopped', 503, byTls, ...build);
};
