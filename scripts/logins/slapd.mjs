// A real directory: OpenLDAP's slapd with the entries of the tests, which runs without privileges.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../faults/processes.mjs';
import { untilListening } from '../faults/sockets.mjs';
import { makeCertificate } from './self-signed.mjs';

export const directory = JSON.parse(
  readFileSync(new URL('../../test/support/fixtures/directory.json', import.meta.url), 'utf8'),
);

const schemas = '/etc/ldap/schema';
const program = ['/usr/sbin/slapd', '/usr/local/libexec/slapd', '/usr/libexec/slapd'].find((path) => existsSync(path));

export const isSlapdThere = program !== undefined && existsSync(schemas);

const { base, machines, elsewhere, reader, entries } = directory;

const record = (dn, attributes) =>
  [
    `dn:: ${Buffer.from(dn).toString('base64')}`,
    ...Object.entries(attributes).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString('base64')}`),
    ),
  ].join('\n');

/** Whoever may change everything. */
export const administrator = { dn: `cn=administrator,${base}`, password: 'administrator-password' };

/** Whoever may change passwords, also its own, which is not in the configuration. */
export const keeper = { dn: `cn=keeper,${base}`, password: 'keeper-password' };

/** Whoever may find one entry at most. */
export const limitedReader = { dn: `cn=limited,${base}`, password: 'limited-password' };

const account = ({ dn, password }) =>
  record(dn, { objectClass: 'applicationProcess', cn: /^cn=([^,]+)/.exec(dn)[1], userPassword: password });

const ldif = () =>
  [
    record(base, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
    ...[reader, limitedReader, keeper].map((who) =>
      account(who).replace('\n', '\nobjectClass: simpleSecurityObject\n'),
    ),
    record(machines, { objectClass: 'organizationalUnit', ou: 'machines' }),
    record(elsewhere, {
      objectClass: ['referral', 'extensibleObject'],
      ou: 'elsewhere',
      ref: `ldap://127.0.0.1:1/${machines}`,
    }),
    ...entries.map(({ dn, password, attributes }) => {
      const cn = /^cn=([^,]+)/.exec(dn)?.[1] ?? attributes.uid[0];
      return record(dn, { objectClass: 'inetOrgPerson', ...attributes, cn, sn: cn, userPassword: password });
    }),
  ].join('\n\n');

export const startSlapd = async (scratch) => {
  const folder = join(scratch, 'slapd');
  mkdirSync(join(folder, 'data'), { recursive: true });
  const at = (name) => join(folder, name);
  const caCert = makeCertificate(folder, 'directory');
  const otherCa = makeCertificate(folder, 'other');
  writeFileSync(
    at('slapd.conf'),
    [
      ...['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemas}/${name}.schema`),
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `pidfile ${at('pid')}`,
      `TLSCertificateFile ${at('directory.pem')}`,
      `TLSCertificateKeyFile ${at('directory.key')}`,
      'database mdb',
      `suffix "${base}"`,
      `directory ${at('data')}`,
      'maxsize 10485760',
      `rootdn "${administrator.dn}"`,
      `rootpw ${administrator.password}`,
      `limits dn.exact="${limitedReader.dn}" size=1`,
      `access to attrs=userPassword by dn.exact="${keeper.dn}" write by anonymous auth by * none`,
      'access to * by users read by anonymous auth by * none',
      '',
    ].join('\n'),
  );
  writeFileSync(at('entries.ldif'), `${ldif()}\n`);
  const loaded = spawnSync(program, ['-T', 'add', '-f', at('slapd.conf'), '-l', at('entries.ldif')], {
    encoding: 'utf8',
  });
  if (loaded.status !== 0) throw new Error(loaded.stderr);
  const [plain, tls] = [await freePort(), await freePort()];
  const urls = { ldap: `ldap://127.0.0.1:${plain}`, ldaps: `ldaps://127.0.0.1:${tls}` };
  let slapd;
  const restart = async () => {
    slapd = spawn(program, ['-f', at('slapd.conf'), '-h', `${urls.ldap} ${urls.ldaps}`, '-d', '0'], {
      stdio: 'ignore',
    });
    await untilListening('slapd', plain);
    await untilListening('slapd', tls);
  };
  const stop = () =>
    new Promise((resolve) => {
      slapd.once('exit', resolve);
      slapd.kill();
    });
  process.once('exit', () => slapd.kill());
  await restart();
  return { ...urls, port: plain, caCert, otherCa, stop, restart };
};
