import { BindRequest } from 'ldapts';
import { bindResponse, directory, sharedDirectory, TestDirectory } from '../../support/clients/directory.ts';
import { build, deploy, directoryFields, logInWithLdap } from '../../support/fixtures/ldap-auth.ts';
import type { Prepare } from './attack.ts';
import { anywhere, attackLogin } from './login-attack.ts';
import { duration } from './login-binding.ts';

const attack = attackLogin<{ username: string; password: string }>({
  attach: 'attachLdapAuth',
  // Without encryption, so that another directory needs no other certificate; and any number of failures.
  fieldsOf: async () => {
    const server = await sharedDirectory();
    return { ...directoryFields(server), url: server.ldap, startTls: false, lockoutEnabled: false };
  },
  logIn: (world, identityId, who = build) => logInWithLdap(world, { identity: { id: identityId } }, who),
});

let accepting: Promise<TestDirectory> | undefined;

/** A directory of the attacker, which accepts every password. */
const startAccepting = async (): Promise<TestDirectory> => {
  const server = await TestDirectory.start();
  server.override = (request) =>
    request instanceof BindRequest && request.dn !== directory.reader.dn
      ? bindResponse(request.messageId, 0)
      : undefined;
  return server;
};

const [buildEntry] = directory.entries;
const guesses = 'It decides how often an address may guess, not who logs in.';
const asks = 'It decides who asks the directory, not who is found there.';

/** By the fields of LDAP auth. */
export const ldapFieldAttacks: Readonly<Record<string, Prepare | string>> = {
  url: async (world, operation) =>
    attack('url', {
      value: (await (accepting ??= startAccepting())).ldap,
      also: { bindPass: directory.reader.password },
      who: { ...build, password: 'another' },
    })(world, operation),
  startTls: 'It decides whether the connection is encrypted, not who logs in.',
  bindDN: asks,
  bindPass: asks,
  searchBase: attack('searchBase', {
    value: directory.machines,
    before: { searchBase: buildEntry!.dn },
    who: deploy,
  }),
  searchFilter: attack('searchFilter', {
    value: '(uid={{username}})',
    before: { searchFilter: '(&(uid={{username}})(mail=build-1@example.com))' },
    who: deploy,
  }),
  allowedFields: attack('allowedFields', {
    value: null,
    before: { allowedFields: [{ key: 'employeeType', value: 'build' }] },
    who: deploy,
  }),
  ldapCaCertificate: 'It decides which certificates the directory may have; the address stays the same.',
  templateId: 'There are no templates, so that it is always null.',
  lockoutEnabled: guesses,
  lockoutThreshold: guesses,
  lockoutDurationSeconds: guesses,
  lockoutCounterResetSeconds: guesses,
  accessTokenTrustedIps: attack('accessTokenTrustedIps', anywhere),
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};
