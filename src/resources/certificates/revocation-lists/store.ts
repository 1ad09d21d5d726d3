import type { Timestamp } from '../../../platform/clock.ts';
import type { RevocationReason } from '../../../platform/crypto/pki/orders.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The latest revocation list of an authority. */
export interface RevocationListRow {
  id: string;
  authorityId: string;
  /** The last number that was taken, perhaps for a list that was never stored. */
  lastNumber: number;
  /** The number of the stored list; null until there is one, like the columns below. */
  number: number | null;
  /** The authority's number of revocations when the list was signed. */
  revocations: number | null;
  nextUpdate: Timestamp | null;
  /** DER, in base64. */
  list: string | null;
}

export interface SignedList {
  readonly number: number;
  readonly revocations: number;
  readonly nextUpdate: Timestamp;
  readonly list: string;
}

export interface RevocationRow {
  authorityId: string;
  serialNumber: string;
  revokedAt: Timestamp;
  reason: RevocationReason;
  /** When the certificate itself ends. */
  notAfter: Timestamp;
}

const revocationLists = 'revocation_lists';
const revocations = 'certificate_revocations';

/** A revoked serial number, with a certificate of the authority that revoked it. */
export interface RevokedRow {
  serialNumber: string;
  /** PEM. */
  certificate: string;
}

const listBySerialNumberSql = new Statement<RevokedRow, { serialNumbers: readonly string[] }>((db, _param, isIn) =>
  db(`${revocations} as r`)
    .join('authority_certificates as c', 'c.authorityId', 'r.authorityId')
    .where(isIn('r.serialNumber', 'serialNumbers'))
    .select('r.serialNumber', 'c.certificate'),
);

export class RevocationListStore extends Store {
  /** Inserts the row of an authority, without a list. */
  async create({ id, authorityId }: Pick<RevocationListRow, 'id' | 'authorityId'>): Promise<void> {
    await this.db<RevocationListRow>(revocationLists).insert({
      id,
      authorityId,
      lastNumber: 0,
      number: null,
      revocations: null,
      nextUpdate: null,
      list: null,
    });
  }

  findById(id: string): Promise<RevocationListRow | undefined> {
    return this.db<RevocationListRow>(revocationLists).where({ id }).first();
  }

  findByAuthority(authorityId: string): Promise<RevocationListRow | undefined> {
    return this.db<RevocationListRow>(revocationLists).where({ authorityId }).first();
  }

  /** Returns the id of the authority's list, which is part of the URL in certificates. */
  async findIdByAuthority(authorityId: string): Promise<string | undefined> {
    return (await this.db<RevocationListRow>(revocationLists).where({ authorityId }).first('id'))?.id;
  }

  /** Adds a revocation, which makes older lists outdated. */
  revoke(revocation: RevocationRow): void {
    this.db.insert(revocations, [revocation]);
    this.db.write(this.db('certificate_authorities').where({ id: revocation.authorityId }).increment('revocations', 1));
  }

  /** Lists what authorities have revoked with one of these serial numbers, with the certificates of the authority. */
  async listBySerialNumber(serialNumbers: readonly string[]): Promise<RevokedRow[]> {
    return this.db.read(listBySerialNumberSql, { serialNumbers });
  }

  /** Lists the revocations of certificates that end after `since`, ordered by serial number. */
  listRevoked(authorityId: string, since: Timestamp): Promise<RevocationRow[]> {
    return this.db<RevocationRow>(revocations)
      .where({ authorityId })
      .where('notAfter', '>', since)
      .orderBy('serialNumber');
  }

  /** Takes the next number of the authority's lists. */
  async takeNumber(authorityId: string): Promise<number | undefined> {
    const rows = await this.db<RevocationListRow>(revocationLists)
      .where({ authorityId })
      .increment('lastNumber', 1)
      .returning('lastNumber');
    return rows[0]?.lastNumber;
  }

  /** Marks the stored list as outdated, so that the next request signs a new one. */
  async markOutdated(authorityId: string): Promise<void> {
    await this.db<RevocationListRow>(revocationLists).where({ authorityId }).update({ revocations: null });
  }

  /** Stores the list, unless one with a higher number is stored already. */
  async storeList(authorityId: string, signed: SignedList): Promise<void> {
    const { number } = signed;
    await this.db<RevocationListRow>(revocationLists)
      .where({ authorityId })
      .where((query) => void query.whereNull('number').orWhere('number', '<', number))
      .update(signed);
  }
}
