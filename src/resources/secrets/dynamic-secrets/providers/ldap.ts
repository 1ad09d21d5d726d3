import { defaultRequirements, generatePassword } from '../../../../platform/crypto/generated-passwords.ts';
import { normalizedDn } from '../../../../platform/ldap/dn.ts';
import { LdifError, parseLdif, type LdifChange } from '../../../../platform/ldap/ldif.ts';
import { resultCodes } from '../../../../platform/ldap/messages.ts';
import { parseLdapUrl } from '../../../../platform/ldap/url.ts';
import { TargetError } from '../../../../platform/targets/errors.ts';
import { ldapFailure, ldapProtocol } from '../../../../platform/targets/ldap.ts';
import { render } from '../../../../platform/targets/template.ts';
import type { Inputs, Provider, ProviderDeps } from './provider.ts';
import { InputReader } from '../../../../platform/input-reader.ts';
import { inSession, latestBegin, readTls, requireAllowed, type SessionOptions, type Target } from './target.ts';
import { checkTemplates, type TemplateField } from './templates.ts';

interface LdapInputs extends Inputs {
  readonly url: string;
  readonly startTls: boolean;
  readonly binddn: string;
  readonly bindpass: string;
  readonly credentialType: 'dynamic';
  readonly creationLdif: string;
  readonly revocationLdif: string;
  readonly rollbackLdif: string;
  readonly ca: string;
  readonly sslRejectUnauthorized: boolean;
}

type LdifField = 'creationLdif' | 'revocationLdif' | 'rollbackLdif';

const templates: readonly TemplateField<LdifField>[] = [
  ['creationLdif', 'LDAP creation', ['Username', 'Password', 'EncodedPassword']],
  ['revocationLdif', 'LDAP revoke', ['Username']],
  ['rollbackLdif', 'LDAP rollback', ['Username']],
];

const valuesOf = (username: string, password = '') => ({
  Username: username,
  Password: password,
  // As Active Directory wants it for unicodePwd.
  EncodedPassword: Buffer.from(`"${password}"`, 'utf16le').toString('base64'),
});

const sample = valuesOf('username-of-a-lease', 'password');

const sampleOf = (reader: InputReader, field: LdifField, text: string): readonly LdifChange[] => {
  try {
    return parseLdif(render(text, sample));
  } catch (error) {
    if (!(error instanceof LdifError)) throw error;
    reader.refuse(field, 'format', `must be LDIF: ${error.message}`);
    return [];
  }
};

/** An entry that was never created would count as gone, so that what was created stayed for ever. */
const checkNames = (
  reader: InputReader,
  field: LdifField,
  created: readonly LdifChange[],
  changes: readonly LdifChange[],
) => {
  const known = new Set(created.map(({ dn }) => normalizedDn(dn)));
  const unknown = changes.find(({ dn }) => dn.includes(sample.Username) && !known.has(normalizedDn(dn)));
  const dn = unknown?.dn.replaceAll(sample.Username, '{{Username}}');
  if (dn !== undefined)
    reader.refuse(field, 'invalid', `must not name an entry that creationLdif does not name: ${dn}`);
};

const read = (inputs: Inputs, path: readonly string[]): LdapInputs => {
  const reader = new InputReader(inputs, path);
  const { ca, sslRejectUnauthorized } = readTls(reader);
  const result: LdapInputs = {
    url: reader.filledText('url'),
    startTls: reader.flag('startTls', true),
    binddn: reader.filledText('binddn'),
    bindpass: reader.filledText('bindpass'),
    credentialType: reader.oneOf('credentialType', ['dynamic'], 'dynamic'),
    creationLdif: reader.filledText('creationLdif'),
    revocationLdif: reader.filledText('revocationLdif'),
    rollbackLdif: reader.text('rollbackLdif', ''),
    ca,
    sslRejectUnauthorized,
  };
  if (result.url !== '' && !parseLdapUrl(result.url)) reader.refuse('url', 'format', 'must be an ldaps or ldap URL');
  reader.end();
  checkTemplates(result, templates);
  const created = sampleOf(reader, 'creationLdif', result.creationLdif);
  for (const field of ['revocationLdif', 'rollbackLdif'] as const)
    checkNames(reader, field, created, sampleOf(reader, field, result[field]));
  reader.end();
  return result;
};

const targetOf = ({ url, startTls }: LdapInputs): Target => {
  const { host, port, isLdaps } = parseLdapUrl(url)!;
  return { address: { host: host.replace(/^\[|\]$/g, ''), port }, isEncrypted: isLdaps || startTls };
};

type Session = Awaited<ReturnType<ReturnType<typeof ldapProtocol>['open']>>;

const inDirectory = <T>(
  inputs: LdapInputs,
  deps: ProviderDeps,
  { hidden, latest }: SessionOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> => {
  const { url, startTls, ca, sslRejectUnauthorized, binddn, bindpass } = inputs;
  const protocol = ldapProtocol({
    directory: { url, startTls, caCert: ca },
    verifiesCertificate: sslRejectUnauthorized,
    dn: binddn,
    password: bindpass,
  });
  return inSession(targetOf(inputs), protocol, deps, { hidden: [binddn, bindpass, ...hidden], latest }, work);
};

const isAbout = (change: LdifChange, username: string): boolean => {
  const values = change.type === 'modify' ? change.changes.flatMap((each) => each.values) : [];
  return [change.dn, ...values.map(String)].some((text) => text.toLowerCase().includes(username.toLowerCase()));
};

/** Applies one change; throws a `TargetError` in the words of the directory. */
const apply = async (session: Session, change: LdifChange, goneOf?: string): Promise<void> => {
  const { code, text } = await session.change(change).catch((error: unknown) => {
    throw ldapFailure(error);
  });
  const isGone = code === resultCodes.noSuchObject || code === resultCodes.noSuchAttribute;
  if (code === resultCodes.success || (goneOf !== undefined && isGone && isAbout(change, goneOf))) return;
  const said = text === '' ? '' : `: ${text}`;
  throw new TargetError('refused', `The directory refused to ${change.type} ${change.dn} (code ${code})${said}.`);
};

/** Removes the user; what is gone already is no error. */
const remove = async (session: Session, ldif: string, username: string): Promise<void> => {
  for (const change of parseLdif(render(ldif, valuesOf(username)))) await apply(session, change, username);
};

/** Undoes a creation of which something was done; returns whether nothing of it is left. */
const isUndone = async (session: Session, { rollbackLdif }: LdapInputs, username: string): Promise<boolean> => {
  if (rollbackLdif === '') return false;
  return remove(session, rollbackLdif, username).then(
    () => true,
    () => false,
  );
};

/** Creates entries of a directory, as LDIF describes them. */
export const ldap: Provider<LdapInputs> = {
  read,
  checkHost: (inputs, targets) => requireAllowed(targetOf(inputs), targets),
  check: (inputs, deps) => inDirectory(inputs, deps, { hidden: [] }, () => Promise.resolve()),
  checkConfig: () => undefined,

  async create(inputs, { username }, deps) {
    const password = generatePassword(defaultRequirements);
    const values = valuesOf(username, password);
    const changes = parseLdif(render(inputs.creationLdif, values));
    const hidden = [username, password, values.EncodedPassword];
    await inDirectory(inputs, deps, { hidden, latest: latestBegin(deps) }, async (session) => {
      for (const [done, change] of changes.entries())
        await apply(session, change).catch(async (error: unknown) => {
          const isPartial = done > 0 && error instanceof TargetError && error.failure === 'refused';
          if (isPartial && !(await isUndone(session, inputs, username)))
            throw new TargetError('partial', error.message);
          throw error;
        });
    });
    return { DN_ARRAY: changes.map(({ dn }) => dn), USERNAME: username, PASSWORD: password };
  },

  /** Entries have no end of their own. */
  renew: () => Promise.resolve(),

  revoke: (inputs, { username }, deps) =>
    inDirectory(inputs, deps, { hidden: [username] }, (session) => remove(session, inputs.revocationLdif, username)),

  shown: (inputs) => inputs,
};
