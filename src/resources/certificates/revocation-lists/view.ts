import type { Reply } from '../../../contract.ts';
import { revocationListPem } from '../../../platform/crypto/pki/pem.ts';
import type { PublicScope } from '../../../scope.ts';
import { crlUrl, ocspUrl } from '../certificate-authorities/issuer.ts';
import { lastUpdateOf } from './find.ts';
import type { RevocationListRow, SignedList } from './store.ts';

export const listView = (
  config: PublicScope['config'],
  { id, authorityId }: RevocationListRow,
  signed: Omit<SignedList, 'revocations'>,
): Reply<'listRevocationLists'>[number] => ({
  id,
  crl: revocationListPem(signed.list),
  number: signed.number,
  lastUpdate: lastUpdateOf(signed),
  nextUpdate: signed.nextUpdate,
  size: Buffer.byteLength(signed.list, 'base64'),
  url: crlUrl(config, id),
  ocspUrl: ocspUrl(config, authorityId),
});
