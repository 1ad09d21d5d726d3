import { timestamp } from '../../../src/platform/clock.ts';
import { orderedUuid } from '../../../src/platform/crypto/random-ids.ts';
import { newSerialNumber } from '../../../src/platform/crypto/pki/serial-number.ts';
import { each, idOf, type Fill } from './fill.ts';
import type { Row } from './rows.ts';

const dayMs = 86_400_000;
/** The days over which entries are spread evenly. */
export const auditDays = 30;
/** One entry in so many is of the rare event. */
const rareEvery = 1000;
export const rareEvent = 'create-identity';

/** Entries about reads of secrets of the project, and a few about the organization. */
export const fillAuditLog: Fill = async (rows, _keyring, { projectId, caller }, size) => {
  const [read] = await rows.find('audit_log_entries', { projectId, eventType: 'get-secret' });
  const [rare] = await rows.find('audit_log_entries', { eventType: rareEvent });
  const now = Date.now();
  const row = (index: number): Row => {
    const at = new Date(now - auditDays * dayMs + (index / size) * auditDays * dayMs);
    const [createdAt, expiresAt] = [timestamp(at), timestamp(new Date(at.getTime() + 90 * dayMs))];
    const template = index % rareEvery === 0 ? rare : { ...read, actorId: caller.id };
    return { ...template, id: orderedUuid(at), createdAt, updatedAt: createdAt, expiresAt };
  };
  await rows.insert('audit_log_entries', each(0, size, row));
};

/** How many certificates are not revoked, besides those that are. */
export const validCertificates = 50;

export const validCertificateId = (index: number): string => idOf('valid certificate', index);

/** Revoked certificates of the authority, and some to be revoked. */
export const fillRevocations: Fill = async (rows, _keyring, { authorityId }, size) => {
  const [certificate] = await rows.find('certificates', { authorityId });
  const revokedAt = timestamp(new Date());
  const serialNumbers = Array.from({ length: size }, newSerialNumber);
  const revocation = { revokedAt, reason: 'keyCompromise' };
  await rows.insert(
    'certificates',
    serialNumbers.map((serialNumber, index) => ({
      ...certificate,
      id: idOf('certificate', index),
      serialNumber,
      revokedAt,
      revocationReason: revocation.reason,
    })),
  );
  await rows.insert(
    'certificates',
    Array.from({ length: validCertificates }, (_, index) => ({
      ...certificate,
      id: validCertificateId(index),
      serialNumber: newSerialNumber(),
    })),
  );
  await rows.insert(
    'certificate_revocations',
    serialNumbers.map((serialNumber) => ({
      authorityId,
      serialNumber,
      ...revocation,
      notAfter: certificate.notAfter,
    })),
  );
  await rows.update('certificate_authorities', authorityId, { revocations: size });
};
