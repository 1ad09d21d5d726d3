import type { Reply } from '../../../contract.ts';
import type { AuthorityCertificateRow } from '../certificate-authorities/store.ts';

export const certificateView = ({
  id,
  version,
  serialNumber,
  notBefore,
  notAfter,
  certificate,
  chain,
}: AuthorityCertificateRow): Reply<'getAuthorityCertificate'> => ({
  id,
  version,
  serialNumber,
  notBefore,
  notAfter,
  certificate,
  certificateChain: chain,
});
