import type { InputReader } from '../../../../platform/input-reader.ts';
import { resultCodes } from '../../../../platform/ldap/messages.ts';
import type { LdapConnection } from '../../../../platform/ldap/connection.ts';
import { parseLdapUrl } from '../../../../platform/ldap/url.ts';
import { TargetError } from '../../../../platform/targets/errors.ts';
import { ldapFailure, ldapProtocol } from '../../../../platform/targets/ldap.ts';
import type { App, Login, Reachable } from './app.ts';
import { readCertificate } from './tls.ts';

const providers = ['active-directory', 'openldap'] as const;

const readCredentials = (reader: InputReader) => {
  const shown = {
    provider: reader.oneOf('provider', providers),
    url: reader.filledText('url'),
    dn: reader.filledText('dn'),
    sslRejectUnauthorized: reader.flag('sslRejectUnauthorized', true),
    sslCertificate: readCertificate(reader),
  };
  if (shown.url !== '' && !parseLdapUrl(shown.url)) reader.refuse('url', 'format', 'must be an ldaps or ldap URL');
  return { shown, password: reader.filledText('password') };
};

type LdapCredentials = Readonly<ReturnType<typeof readCredentials>['shown']>;

const inDirectory = <T>(
  { targets, credentials, caller }: Reachable<LdapCredentials>,
  { username, password }: Login,
  work: (session: LdapConnection) => Promise<T>,
): Promise<T> => {
  const { url, sslCertificate, sslRejectUnauthorized } = credentials;
  const { host, port, isLdaps } = parseLdapUrl(url)!;
  const protocol = ldapProtocol({
    directory: { url, startTls: false, caCert: sslCertificate },
    verifiesCertificate: sslRejectUnauthorized,
    dn: username,
    password,
  });
  const address = { host: host.replace(/^\[|\]$/g, ''), port };
  return targets.use({ address, isEncrypted: isLdaps, caller }, protocol, work);
};

/** Active Directory has an attribute for passwords that is written and never read. */
const attributeOf = (provider: LdapCredentials['provider'], password: string) =>
  provider === 'active-directory'
    ? { name: 'unicodePwd', values: [Buffer.from(`"${password}"`, 'utf16le')] }
    : { name: 'userPassword', values: [Buffer.from(password)] };

export const ldap: App<LdapCredentials> = {
  name: 'ldap',
  title: 'LDAP',
  method: 'simple-bind',
  readCredentials,
  usernameIn: ({ dn }) => dn,
  logIn: (system, user) => inDirectory(system, user, () => Promise.resolve()),
  setPassword: (system, admin, { username: dn, password }) =>
    inDirectory(system, admin, async (session) => {
      const change = { operation: 'replace' as const, ...attributeOf(system.credentials.provider, password) };
      const { code, text } = await session.change({ type: 'modify', dn, changes: [change] }).catch((error: unknown) => {
        throw ldapFailure(error);
      });
      if (code !== resultCodes.success)
        throw new TargetError('refused', `The directory refused the change (code ${code})${text && `: ${text}`}.`);
    }),
};
