import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import type { ProjectRow } from '../../src/access/project.ts';
import type { Rule } from '../../src/access/rule.ts';
import { newPrivateKey, publicKeyOf } from '../../src/platform/crypto/pki/key-pairs.ts';
import { newSerialNumber } from '../../src/platform/crypto/pki/serial-number.ts';
import { sealAuthorityKey } from '../../src/resources/certificates/certificate-authorities/sealing.ts';
import type { AuthorityRow } from '../../src/resources/certificates/certificate-authorities/store.ts';
import { sealingKey } from '../../src/resources/project/data-keys/sealing.ts';
import { createStores } from '../../src/stores.ts';
import { eventsOf } from './project-events.ts';
import { newProjectWithAdmin, type TestProject } from './projects.ts';
import type { World } from './world.ts';

export const start = '2030-01-01T00:00:00.000Z';
export const year = (number: number): string => `${number}-01-01T00:00:00.000Z`;
const nobody = { commonName: '', organization: '', organizationalUnit: '', country: '', province: '', locality: '' };

/** One key and certificate for all tests that only need some. */
let made: Promise<{ privateKey: string; certificate: string; serialNumber: string }> | undefined;

const makeOne = async ({ server: { parts } }: World) => {
  const privateKey = await newPrivateKey('EC_prime256v1');
  const serialNumber = newSerialNumber();
  const order = {
    subject: { ...nobody, commonName: 'Things' },
    serialNumber,
    notBefore: new Date(start),
    notAfter: new Date(year(2040)),
    publicKey: publicKeyOf(privateKey),
    maxPathLength: undefined,
  };
  const certificate = await parts.pki.run('certifyAuthority', {
    ...order,
    issuer: { privateKey, keyAlgorithm: 'EC_prime256v1' },
    pointers: { crlUrls: [], issuerUrls: [] },
  });
  return { privateKey, certificate, serialNumber };
};

/** A root and an intermediate that waits for its certificate, stored as the server itself stores them. */
export const storeAuthorities = async (
  world: World,
  project: ProjectRow,
): Promise<Record<'caId' | 'caCertId' | 'pendingCaId', string>> => {
  const { parts } = world.server;
  const { privateKey, certificate, serialNumber } = await (made ??= makeOne(world));
  const [caId, pendingCaId, caCertId] = [parts.ids.uuid(), parts.ids.uuid(), parts.ids.uuid()];
  const validity = { notBefore: start, notAfter: year(2040) };
  await parts.database.transaction(async ({ db }) => {
    const stores = createStores(db);
    const key = await sealingKey({ ...parts, stores }, project.id);
    const rows: Pick<
      AuthorityRow,
      'id' | 'name' | 'kind' | 'status' | 'activeCertificateId' | 'notBefore' | 'notAfter'
    >[] = [
      { id: caId, name: 'things', kind: 'root', status: 'active', activeCertificateId: caCertId, ...validity },
      {
        id: pendingCaId,
        name: 'pending things',
        kind: 'intermediate',
        status: 'pending-certificate',
        activeCertificateId: null,
        notBefore: null,
        notAfter: null,
      },
    ];
    for (const row of rows) {
      const rest = {
        friendlyName: '',
        keyAlgorithm: 'EC_prime256v1' as const,
        maxPathLength: null,
        parentId: null,
        crlDistributionPointUrls: [],
        revocations: 0,
        createdAt: start,
        updatedAt: start,
      };
      await stores.authorities.insert({
        ...nobody,
        commonName: 'Things',
        ...rest,
        ...row,
        projectId: project.id,
        ...sealAuthorityKey(key, row.id, privateKey),
      });
      await stores.revocationLists.create({ id: parts.ids.uuid(), authorityId: row.id });
    }
    await stores.authorities.insertCertificate({
      id: caCertId,
      authorityId: caId,
      version: 1,
      serialNumber,
      ...validity,
      createdAt: start,
      certificate,
      chain: '',
    });
  });
  return { caId, caCertId, pendingCaId };
};

export interface TestAuthorities extends TestProject {
  /** Creates an authority: by default an EC root "root", until 2040. */
  readonly create: (configuration?: object, more?: object) => Promise<any>;
  /** The same, which has to succeed. */
  readonly created: (configuration?: object, more?: object) => Promise<any>;
  readonly call: (id: OperationId, caId: string, body?: unknown, more?: Record<string, string>) => Promise<any>;
  /** Everything that is stored of the project's authorities. */
  readonly rows: () => Promise<unknown>;
  readonly events: () => ReturnType<typeof eventsOf>;
  /** Those of one kind: what happened at the same time has no order. */
  readonly eventsOfType: (type: string) => ReturnType<typeof eventsOf>;
}

export const root = { type: 'root', commonName: 'Root', keyAlgorithm: 'EC_prime256v1', notAfter: year(2040) };
export const intermediate = { type: 'intermediate', commonName: 'Below', keyAlgorithm: 'EC_prime256v1' };

export const newAuthorities = async (world: World): Promise<TestAuthorities> => {
  const setting = await newProjectWithAdmin(world);
  const { project, admin } = setting;
  const { read } = world.server.parts.database;
  const create = (configuration: object = root, more: object = {}) =>
    world.call('createCertificateAuthority', {
      as: admin,
      body: { projectId: project.id, name: 'root', configuration, ...more },
    });
  const inProject = () => read('certificate_authorities').where({ projectId: project.id }).select('id');
  return {
    ...setting,
    create,
    created: async (...args) => {
      const { status, body } = await create(...args);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    },
    call: (id, caId, body, more = {}) => world.call(id, { as: admin, params: { caId, ...more }, body }),
    rows: () =>
      Promise.all([
        read('certificate_authorities').where({ projectId: project.id }).orderBy('id'),
        read('authority_certificates').whereIn('authorityId', inProject()).orderBy('id'),
        read('revocation_lists').whereIn('authorityId', inProject()).orderBy('id').select('id', 'authorityId'),
      ]),
    events: () => eventsOf(world, project.id),
    eventsOfType: async (type) => (await eventsOf(world, project.id)).filter(({ eventType }) => eventType === type),
  };
};

/** A rule for authorities of that name only. */
export const onlyNamed = (name: string, ...action: string[]): Rule[] =>
  [{ subject: 'certificate-authorities', action, conditions: { name: { $eq: name } } }] as Rule[];
