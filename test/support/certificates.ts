import type { ProjectRow } from '../../src/access/project.ts';
import type { Rule } from '../../src/access/rule.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { timestamp } from '../../src/platform/clock.ts';
import type { KeyAlgorithm } from '../../src/platform/crypto/pki/key-algorithms.ts';
import { newPrivateKey, publicKeyOf } from '../../src/platform/crypto/pki/key-pairs.ts';
import type { Issuer } from '../../src/platform/crypto/pki/orders.ts';
import { newSerialNumber } from '../../src/platform/crypto/pki/serial-number.ts';
import { sealAuthorityKey } from '../../src/resources/certificates/certificate-authorities/sealing.ts';
import type {
  AuthorityCertificateRow,
  AuthorityRow,
} from '../../src/resources/certificates/certificate-authorities/store.ts';
import { sealCertificateKey } from '../../src/resources/certificates/certificates/sealing.ts';
import type { CertificateRow } from '../../src/resources/certificates/certificates/store.ts';
import { sealingKey } from '../../src/resources/project/data-keys/sealing.ts';
import { createStores } from '../../src/stores.ts';
import { scratchFolder } from './folders.ts';
import type { TestIdentity } from './members.ts';
import { openssl } from './openssl.ts';
import { newProjectIdentity, newProjectWithAdmin, type TestProject, type TestProjectRole } from './projects.ts';
import type { World } from './world.ts';

/** When the authorities of tests begin and end, unless a test says otherwise. */
export const authorityBegins = '2020-01-01T00:00:00.000Z';
export const authorityEnds = '2056-01-01T00:00:00.000Z';

export interface TestAuthority {
  readonly row: AuthorityRow;
  readonly certificate: AuthorityCertificateRow;
  readonly issuer: Issuer;
  readonly listId: string;
}

export interface AuthorityOptions {
  readonly keyAlgorithm?: KeyAlgorithm;
  readonly parent?: TestAuthority;
  readonly changes?: Partial<AuthorityRow>;
}

const nobody = { commonName: '', organization: '', organizationalUnit: '', country: '', province: '', locality: '' };

/** A certificate authority, stored as the server itself stores it. */
export const newAuthority = async (
  { server: { parts } }: World,
  project: Pick<ProjectRow, 'id'>,
  { keyAlgorithm = 'EC_prime256v1', parent, changes = {} }: AuthorityOptions = {},
): Promise<TestAuthority> => {
  const { ids, clock, database, pki } = parts;
  const now = timestamp(clock.now());
  const [id, certificateId, listId, serialNumber, privateKey] = [
    ids.uuid(),
    ids.uuid(),
    ids.uuid(),
    newSerialNumber(),
    await newPrivateKey(keyAlgorithm),
  ];
  const subject = { ...nobody, commonName: `Authority ${id}`, organization: 'Test' };
  const [notBefore, notAfter] = [changes.notBefore ?? authorityBegins, changes.notAfter ?? authorityEnds];
  const times = { notBefore: new Date(notBefore), notAfter: new Date(notAfter) };
  const order = {
    subject,
    serialNumber,
    ...times,
    publicKey: publicKeyOf(privateKey),
    maxPathLength: undefined,
    pointers: { crlUrls: [], issuerUrls: [] },
  };
  const pem = await pki.run('certifyAuthority', { ...order, issuer: parent?.issuer ?? { privateKey, keyAlgorithm } });
  const chain = parent ? `${parent.certificate.certificate}${parent.certificate.chain}` : '';
  const certificate: AuthorityCertificateRow = {
    id: certificateId,
    authorityId: id,
    version: 1,
    serialNumber,
    notBefore,
    notAfter,
    createdAt: now,
    certificate: pem,
    chain,
  };
  const row = await database.transaction(async ({ db }) => {
    const stores = createStores(db);
    const sealed = sealAuthorityKey(await sealingKey({ ...parts, stores }, project.id), id, privateKey);
    const authority: AuthorityRow = {
      id,
      projectId: project.id,
      name: `authority-${id}`,
      kind: parent ? 'intermediate' : 'root',
      status: 'active',
      friendlyName: 'Test authority',
      ...subject,
      keyAlgorithm,
      maxPathLength: null,
      notBefore,
      notAfter,
      parentId: parent?.row.id ?? null,
      crlDistributionPointUrls: [],
      activeCertificateId: certificateId,
      revocations: 0,
      createdAt: now,
      updatedAt: now,
      ...sealed,
      ...changes,
    };
    await stores.authorities.insert(authority);
    await stores.authorities.insertCertificate(certificate);
    await stores.revocationLists.create({ id: listId, authorityId: id });
    return authority;
  });
  return { row, certificate, issuer: { certificate: pem, privateKey, keyAlgorithm }, listId };
};

/** One key for all tests that only need some. */
let made: Promise<Pick<Issuer, 'privateKey' | 'certificate'>> | undefined;

const makeOne = async ({ server: { parts } }: World) => {
  const privateKey = await newPrivateKey('EC_prime256v1');
  const times = { notBefore: new Date(authorityBegins), notAfter: new Date(authorityEnds) };
  const order = {
    subject: { ...nobody, commonName: 'Things' },
    serialNumber: newSerialNumber(),
    ...times,
    publicKey: publicKeyOf(privateKey),
    maxPathLength: undefined,
    pointers: { crlUrls: [], issuerUrls: [] },
  };
  return {
    privateKey,
    certificate: await parts.pki.run('certifyAuthority', {
      ...order,
      issuer: { privateKey, keyAlgorithm: 'EC_prime256v1' },
    }),
  };
};

/** A certificate of that authority with its key, of which only the names are wrong. */
export const storeCertificate = async (
  world: World,
  project: ProjectRow,
  { caId, caCertId }: { caId: string; caCertId: string },
): Promise<Record<'certificateId' | 'serialNumber', string>> => {
  const { parts } = world.server;
  const { privateKey, certificate } = await (made ??= makeOne(world));
  const [id, serialNumber, now] = [parts.ids.uuid(), newSerialNumber(), timestamp(parts.clock.now())];
  await parts.database.transaction(async ({ db }) => {
    const stores = createStores(db);
    const sealed = sealCertificateKey(await sealingKey({ ...parts, stores }, project.id), id, privateKey);
    const names = { serialNumber, friendlyName: 'Things', commonName: 'things', altNames: 'things.example' };
    const kinds = { keyAlgorithm: 'EC_prime256v1' as const, keyUsages: [], extendedKeyUsages: [], metadata: [] };
    const times = {
      notBefore: authorityBegins,
      notAfter: authorityEnds,
      revokedAt: null,
      revocationReason: null,
      createdAt: now,
      updatedAt: now,
    };
    await stores.certificates.insert({
      id,
      projectId: project.id,
      authorityId: caId,
      authorityCertificateId: caCertId,
      ...names,
      ...kinds,
      ...times,
      certificate,
      ...sealed,
    });
  });
  return { certificateId: id, serialNumber };
};

export interface CertificateSetting extends TestProject {
  readonly authority: TestAuthority;
  /** A request for a certificate of the authority, with what everything else is built on. */
  readonly issue: (changes?: object, as?: { token: string }) => Promise<Response>;
  /** The answer to one that succeeded. */
  readonly issued: (changes?: object) => Promise<Issued>;
  readonly newMember: (role: TestProjectRole) => Promise<TestIdentity>;
  /** Every certificate of the project as it is stored. */
  readonly stored: () => Promise<CertificateRow[]>;
}

export interface Issued {
  readonly certificate: string;
  readonly issuingCaCertificate: string;
  readonly certificateChain: string;
  readonly privateKey: string;
  readonly serialNumber: string;
  readonly certificateId: string;
}

/** What it takes to use the authorities of a project, beside the permission to create certificates. */
export const mayUseAuthorities: Rule = { subject: 'certificate-authorities', action: 'read' };

export const successful = (response: Response): Response => {
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
  return response;
};

/** A project with a certificate authority, and somebody who administers it. */
export const certificateSetting = async (world: World, options: AuthorityOptions = {}): Promise<CertificateSetting> => {
  const setting = await newProjectWithAdmin(world, { type: 'cert-manager' });
  const authority = await newAuthority(world, setting.project, options);
  const base = { caId: authority.row.id, commonName: 'web.example.com', ttl: '90d' };
  const issue = (changes: object = {}, as: { token: string } = setting.admin): Promise<Response> =>
    world.call('issueCertificate', { as, body: { ...base, ...changes } });
  return {
    ...setting,
    authority,
    issue,
    issued: async (changes) => successful(await issue(changes)).body as Issued,
    newMember: (role) => newProjectIdentity(world, setting, role),
    stored: () =>
      world.server.parts.database
        .read<CertificateRow>('certificates')
        .where({ projectId: setting.project.id })
        .orderBy(['createdAt', 'id']),
  };
};

/** What openssl says, also when it refuses. */
export const opensslSays = (...args: string[]): { isGood: boolean; said: string } => {
  const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  return { isGood: status === 0, said: `${stdout}${stderr}` };
};

/** The moment at which the clock of tests stands. */
export const atTestTime = ['-attime', String(Date.UTC(2030, 0, 1) / 1000 + 1)] as const;

/** A signing request made by openssl, with a key of its own. */
export const newRequest = (
  subject: string,
  {
    extensions = [],
    key = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  }: { extensions?: readonly string[]; key?: readonly string[] } = {},
): { csr: string; privateKey: string } => {
  const file = join(scratchFolder(), 'key');
  const csr = openssl(
    'req',
    '-new',
    '-newkey',
    ...key,
    '-nodes',
    '-keyout',
    file,
    '-utf8',
    '-subj',
    subject,
    ...extensions.flatMap((extension) => ['-addext', extension]),
  );
  return { csr, privateKey: openssl('pkey', '-in', file) };
};
