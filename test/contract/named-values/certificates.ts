import type { OperationId } from '../../../generated/operations.ts';
import { certificateSetting, mayUseAuthorities, newRequest } from '../../support/fixtures/certificates.ts';
import type { Attacks, Prepare } from './attack.ts';

type Field = 'commonName' | 'altNames' | 'friendlyName' | 'metadata';

const allowed = 'web.example.com';
const wanted = 'vault.example.com';

const written = (field: Field, value: string): unknown => (field === 'metadata' ? [{ key: 'team', value }] : value);
const condition = (field: Field, value: string) => ({
  [field]: field === 'metadata' ? { $elemMatch: { key: { $eq: 'team' }, value: { $eq: value } } } : value,
});

/** The request chooses the values of a new certificate, and the condition restricts the choice. */
const choose =
  (field: Field): Prepare =>
  async (world, operation) => {
    const { authority, newMember, project, admin, organization } = await certificateSetting(world);
    const all = {
      commonName: allowed,
      altNames: allowed,
      friendlyName: allowed,
      metadata: written('metadata', allowed),
    };
    const body = {
      caId: authority.row.id,
      ttl: '1d',
      ...all,
      [field]: written(field, wanted),
      ...(operation.startsWith('sign') && { csr: newRequest(`/CN=${allowed}`).csr }),
    };
    return {
      organization,
      admin,
      attacker: await newMember([
        mayUseAuthorities,
        { subject: 'certificates', action: 'create', conditions: condition(field, allowed) },
      ]),
      beneficiary: await newMember([{ subject: 'certificates', action: 'read', conditions: condition(field, wanted) }]),
      change: (as) => world.call(operation, { as, body }),
      sees: async (as) =>
        ((await world.call('listCertificates', { as, query: { projectId: project.id } })).body.totalCount ?? 0) > 0,
      isChosen: true,
    };
  };

/** A certificate is revoked, and a rule shows the keys of revoked ones. */
const revoke: Prepare = async (world, operation) => {
  const { issued, newMember, admin, organization } = await certificateSetting(world);
  const { certificateId: id, serialNumber } = await issued();
  return {
    organization,
    admin,
    attacker: await newMember([{ subject: 'certificates', action: ['read', 'delete'] }]),
    beneficiary: await newMember([
      { subject: 'certificates', action: 'read-private-key', conditions: { status: 'revoked' } },
    ]),
    change: (as) => world.call(operation, { as, params: { id, serialNumber }, body: {} }),
    sees: async (as) => (await world.call('getCertificatePrivateKey', { as, params: { id } })).status === 200,
    isFreeWithoutRule: true,
  };
};

const issuing: readonly OperationId[] = [
  'issueCertificate',
  'issueLegacyCertificate',
  'signCertificate',
  'signLegacyCertificate',
];

export const certificateAttacks = (field: Field): Attacks =>
  Object.fromEntries(
    issuing.map((operation) => [operation, { 'requests a value that the condition does not allow': choose(field) }]),
  );

const revoked = { 'changes the status of the certificate to one that another rule names': revoke };

export const statusAttacks: Attacks = { revokeCertificate: revoked, revokeLegacyCertificate: revoked };
