import { expect } from 'chai';
import { userFilter, userFilterProblem } from '../../src/platform/ldap/filter.ts';
import { parseResponse } from '../../src/platform/ldap/messages.ts';
import { parseLdapUrl } from '../../src/platform/ldap/url.ts';
import { TestDirectory } from '../support/clients/directory.ts';
import exchanges from '../support/fixtures/directory-exchanges.json' with { type: 'json' };

describe('LDAP', () => {
  it('reads the addresses of directories, with their hosts as https URLs have them', () => {
    for (const [url, address] of [
      ['ldaps://ldap.example.com', 'true ldap.example.com 636'],
      ['ldap://LDAP.Example.com/', 'false ldap.example.com 389'],
      ['LDAPS://127.1:443', 'true 127.0.0.1 443'],
      ['ldap://0x7f000001:10389', 'false 127.0.0.1 10389'],
      ['ldaps://[::0:1]:636', 'true [::1] 636'],
    ] as const) {
      const { isLdaps, host, port } = parseLdapUrl(url)!;
      expect(`${isLdaps} ${host} ${port}`, url).to.equal(address);
    }
    for (const url of [
      'ldapi://%2Ftmp',
      'ldaps://a b',
      'ldaps://h:99999',
      'ldaps://h/dc=x',
      'ldaps://u:p@h',
      'ldaps://h#',
    ])
      expect(parseLdapUrl(url), url).to.equal(undefined);
  });

  it('accepts filters with the name of a user as a value', () => {
    for (const text of [
      '(uid={{username}})',
      '(&(objectClass=person)(|(uid={{username}})(mail={{username}}@example.com)))',
      '(&(uid={{username}})(memberOf:1.2.840.113556.1.4.1941:=cn=build,dc=example,dc=com))',
      '(&(cn={{username}}*)(!(employeeType=former)))',
      'uid={{username}}',
    ])
      expect(userFilterProblem(text), text).to.equal(undefined);
    expect(userFilter('(cn=a{{username}}*)', '*)(b').toString()).to.equal('(cn=a\\2a\\29\\28b*)');
  });

  it('refuses every response that is cut off or changed, and always ends', () => {
    for (const { steps } of exchanges)
      for (const { response } of steps) {
        const bytes = Buffer.from(response, 'hex');
        const length = bytes[1]! + 2;
        const message = bytes.subarray(0, length);
        expect(() => parseResponse(message)).not.to.throw();
        for (let end = 0; end < length; end += 1) expect(() => parseResponse(message.subarray(0, end))).to.throw();
        for (let index = 0; index < length; index += 1)
          for (const value of [0, 0x30, 0x7f, 0x80, 0x84, 0xff]) {
            const changed = Buffer.from(message);
            changed[index] = value;
            try {
              parseResponse(changed);
            } catch (error) {
              expect((error as Error).constructor.name).to.equal('Malformed');
            }
          }
      }
  });

  it('is tested with a directory that responds as slapd did', async () => {
    const server = await TestDirectory.start();
    for (const { name, steps } of exchanges) {
      const responses = await server.exchange(steps.map(({ request }) => request));
      expect(responses, name).to.deep.equal(steps.map(({ response }) => response));
    }
    await server.stop();
  });
});
