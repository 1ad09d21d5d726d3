import type { Timestamp } from '../../../platform/clock.ts';
import type { RevocationReason } from '../../../platform/crypto/pki/orders.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** What an authority last signed of what it revoked. */
export interface RevocationListRow {
  id: string;
  authorityId: string;
  /** The last number that was given away. */
  lastNumber: number;
  /** Of the list below; null until there is one, like the others. */
  number: number | null;
  /** How many revocations there had been. */
  revocations: number | null;
  nextUpdate: Timestamp | null;
  /** DER, in base64. */
  list: string | null;
}

/** A list that was signed. */
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

const lists = 'revocation_lists';
const revoked = 'certificate_revocations';

export class RevocationListStore extends Store {
  /** The place of an authority's lists, before there is one. */
  async create({ id, authorityId }: Pick<RevocationListRow, 'id' | 'authorityId'>): Promise<void> {
    await this.db<RevocationListRow>(lists).insert({
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
    return this.db<RevocationListRow>(lists).where({ id }).first();
  }

  findByAuthority(authorityId: string): Promise<RevocationListRow | undefined> {
    return this.db<RevocationListRow>(lists).where({ authorityId }).first();
  }

  /** Its id alone, which is where certificates point to. */
  async idOf(authorityId: string): Promise<string | undefined> {
    return (await this.db<RevocationListRow>(lists).where({ authorityId }).first('id'))?.id;
  }

  /** False if it is revoked already. Every list that does not know of it is out of date from here on. */
  async revoke(revocation: RevocationRow): Promise<boolean> {
    const added = (await this.db<RevocationRow>(revoked)
      .insert(revocation)
      .onConflict(['authorityId', 'serialNumber'])
      .ignore()
      .returning('serialNumber')) as unknown[];
    if (added.length === 0) return false;
    await this.db('certificate_authorities').where({ id: revocation.authorityId }).increment('revocations', 1);
    return true;
  }

  /** Those whose certificates end after that time, by serial number. */
  listRevoked(authorityId: string, since: Timestamp): Promise<RevocationRow[]> {
    return this.db<RevocationRow>(revoked).where({ authorityId }).where('notAfter', '>', since).orderBy('serialNumber');
  }

  /**
   * The next number of the authority's lists. Whoever else wants one waits until the transaction ends, and so has no
   * older list under a higher number.
   */
  async takeNumber(authorityId: string): Promise<number | undefined> {
    const rows = await this.db<RevocationListRow>(lists)
      .where({ authorityId })
      .increment('lastNumber', 1)
      .returning('lastNumber');
    return rows[0]?.lastNumber;
  }

  /** The next one that is asked for is made anew. */
  async outdate(authorityId: string): Promise<void> {
    await this.db<RevocationListRow>(lists).where({ authorityId }).update({ revocations: null });
  }

  /** Unless there is one with a higher number by now. */
  async keepList(authorityId: string, signed: SignedList): Promise<void> {
    const { number } = signed;
    await this.db<RevocationListRow>(lists)
      .where({ authorityId })
      .where((query) => void query.whereNull('number').orWhere('number', '<', number))
      .update(signed);
  }
}
