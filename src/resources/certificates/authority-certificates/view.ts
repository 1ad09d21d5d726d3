import type { Reply } from '../../../contract.ts';
import { withoutMilliseconds } from '../../../platform/clock.ts';
import type { AuthorityCertificateRow } from '../certificate-authorities/store.ts';

/** Terraform reads `certId`, and compares the times with its plan as text. */
export const certificateView = (row: AuthorityCertificateRow): Reply<'getAuthorityCertificate'> => ({
  id: row.id,
  certId: row.id,
  version: row.version,
  serialNumber: row.serialNumber,
  notBefore: withoutMilliseconds(row.notBefore),
  notAfter: withoutMilliseconds(row.notAfter),
  maxPathLength: row.maxPathLength ?? -1,
  parentCaId: row.parentId,
  certificate: row.certificate,
  certificateChain: row.chain,
});
