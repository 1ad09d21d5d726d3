import { secondsAfter, timestamp } from '../../src/platform/clock.ts';
import { newSerialNumber } from '../../src/platform/crypto/pki/serial-number.ts';
import type { RevocationRow } from '../../src/resources/certificates/revocation-lists/store.ts';
import { createStores } from '../../src/stores.ts';
import { asFile, listText, openssl } from './openssl.ts';
import type { World } from './world.ts';

/** A certificate of that authority, which may be nowhere any more, is revoked. */
export const revoke = async (
  { server: { parts } }: World,
  authorityId: string,
  changes: Partial<RevocationRow> = {},
): Promise<string> => {
  const serialNumber = newSerialNumber();
  const now = parts.clock.now();
  const row: RevocationRow = {
    authorityId,
    serialNumber,
    revokedAt: timestamp(now),
    reason: 'unspecified',
    notAfter: timestamp(secondsAfter(now, 86_400)),
    ...changes,
  };
  await parts.database.transaction(({ db }) => createStores(db).revocationLists.revoke(row));
  return row.serialNumber;
};

/** What a list says. */
export interface ReadList {
  readonly number: number;
  readonly serialNumbers: string[];
  readonly text: string;
}

const read = (text: string): ReadList => ({
  number: Number(/CRL Number:\s+(\d+)/.exec(text)![1]),
  serialNumbers: [...text.matchAll(/Serial Number: ([0-9A-F]+)/g)].map(([, number]) => number!.toLowerCase()),
  text,
});

/** One in PEM, which has to be signed by that authority. */
export const readList = (pem: string, issuer: string): ReadList => read(listText(pem, issuer));

/** One in DER. */
export const readDerList = (der: Uint8Array): ReadList =>
  read(openssl('crl', '-inform', 'DER', '-noout', '-text', '-in', asFile(der)));
