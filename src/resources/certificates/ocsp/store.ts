import type { Timestamp } from '../../../platform/clock.ts';
import type { RevocationReason } from '../../../platform/crypto/pki/orders.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** What the responses for an authority depend on. */
export interface OcspState {
  /** The certificate that the authority signs with; null until it has one. */
  activeCertificateId: string | null;
  /** The number of revocations. */
  revocations: number;
}

/** A certificate that the authority issued; once more, with the time, if it is revoked. */
export interface IssuedRow {
  serialNumber: string;
  revokedAt: Timestamp | null;
  reason: RevocationReason | null;
}

interface Asked extends Record<string, unknown> {
  authorityId: string;
  serialNumbers: readonly string[];
}

const findStateSql = new Statement<OcspState, { authorityId: string }>((db, param) =>
  db('certificate_authorities')
    .where({ id: param('authorityId') })
    .select('activeCertificateId', 'revocations'),
);

const listIssuedSql = new Statement<IssuedRow, Asked>((db, param, isIn) => {
  const issuedIn = (table: string) =>
    db(table)
      .where({ authorityId: param('authorityId') })
      .where(isIn('serialNumber', 'serialNumbers'));
  const notRevoked = ['serialNumber', db.raw('null as "revokedAt"'), db.raw('null as "reason"')];
  return issuedIn('certificate_revocations')
    .select('serialNumber', 'revokedAt', 'reason')
    .unionAll([
      issuedIn('certificates').select(notRevoked),
      issuedIn('intermediate_serial_numbers').select(notRevoked),
    ]);
});

export class OcspStore extends Store {
  async findState(authorityId: string): Promise<OcspState | undefined> {
    return (await this.db.read(findStateSql, { authorityId }))[0];
  }

  /** Lists those of the certificates that the authority issued, in no particular order. */
  listIssued(authorityId: string, serialNumbers: readonly string[]): Promise<IssuedRow[]> {
    return this.db.read(listIssuedSql, { authorityId, serialNumbers });
  }
}
