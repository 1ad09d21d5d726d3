import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import type { ExtendedKeyUsage, KeyUsage, RevocationReason } from '../../../platform/crypto/pki/orders.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type CertificateStatus = 'active' | 'expired' | 'revoked';

export interface CertificateMetadata {
  readonly key: string;
  readonly value: string;
}

/** A certificate without its PEM and its key. */
export interface CertificateListItem {
  id: string;
  projectId: string;
  authorityId: string;
  /** The certificate of the authority that it was signed under. */
  authorityCertificateId: string;
  serialNumber: string;
  friendlyName: string;
  commonName: string;
  /** Separated by commas. */
  altNames: string;
  keyAlgorithm: KeyAlgorithm;
  keyUsages: readonly KeyUsage[];
  extendedKeyUsages: readonly ExtendedKeyUsage[];
  metadata: readonly CertificateMetadata[];
  /** Whole seconds. */
  notBefore: Timestamp;
  notAfter: Timestamp;
  revokedAt: Timestamp | null;
  revocationReason: RevocationReason | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  /** Null if the key was generated elsewhere, like the sealed key. */
  dataKeyId: string | null;
  /** The certificate that this one renews; null if it renews none, or that one was deleted. */
  renewedFromCertificateId: string | null;
  /** The certificate that renews this one. */
  renewedByCertificateId: string | null;
}

export interface CertificateRow extends CertificateListItem {
  /** PEM. */
  certificate: string;
  sealedKey: string | null;
}

/** The columns that conditions of rules can refer to. */
export type CertificateSubjectColumns = Pick<
  CertificateListItem,
  'serialNumber' | 'friendlyName' | 'commonName' | 'altNames' | 'metadata' | 'notAfter' | 'revokedAt'
>;

/** The newest first, or the first to end first. */
export type CertificateOrder = 'createdAt' | 'notAfter';

export interface CertificateFilter {
  readonly projectId: string;
  readonly authorityId?: string | undefined;
  readonly search?: string | undefined;
  readonly commonName?: string | undefined;
  readonly friendlyName?: string | undefined;
  readonly serialNumber?: string | undefined;
  /** Only active certificates that end before this time. */
  readonly activeUntil?: Timestamp | undefined;
  /** Only those that another certificate renews, or that none renews. */
  readonly isRenewed?: boolean | undefined;
  /** The newest first, unless this says otherwise. */
  readonly orderBy?: CertificateOrder | undefined;
  /** The status at the time `now`. */
  readonly status?: CertificateStatus | undefined;
  readonly now: Timestamp;
}

const listColumns = [
  'id',
  'projectId',
  'authorityId',
  'authorityCertificateId',
  'serialNumber',
  'friendlyName',
  'commonName',
  'altNames',
  'keyAlgorithm',
  'keyUsages',
  'extendedKeyUsages',
  'metadata',
  'notBefore',
  'notAfter',
  'revokedAt',
  'revocationReason',
  'createdAt',
  'updatedAt',
  'dataKeyId',
  'renewedFromCertificateId',
  'renewedByCertificateId',
] as const satisfies readonly (keyof CertificateListItem)[];

const subjectColumns = [
  'id',
  'serialNumber',
  'friendlyName',
  'commonName',
  'altNames',
  'metadata',
  'notAfter',
  'revokedAt',
] as const;

const ordered = (by: CertificateOrder = 'createdAt') => {
  const order = by === 'createdAt' ? 'desc' : 'asc';
  return [
    { column: by, order },
    { column: 'id', order },
  ];
};

const withStatus = (query: Knex.QueryBuilder, status: CertificateStatus, now: Timestamp): void => {
  if (status === 'revoked') void query.whereNotNull('revokedAt');
  else void query.whereNull('revokedAt').where('notAfter', status === 'expired' ? '<' : '>=', now);
};

export class CertificateStore extends Store {
  async insert(certificate: CertificateRow): Promise<void> {
    this.db.insert('certificates', [certificate]);
  }

  /** Finds the certificate in any project of the organization. */
  findInOrganization(organizationId: string, id: string): Promise<CertificateRow | undefined> {
    return this.#inOrganization(organizationId).where({ 'c.id': id }).first();
  }

  findBySerialNumber(organizationId: string, serialNumber: string): Promise<CertificateRow | undefined> {
    return this.#inOrganization(organizationId).where({ 'c.serialNumber': serialNumber.toLowerCase() }).first();
  }

  findById(id: string): Promise<CertificateRow | undefined> {
    return this.db<CertificateRow>('certificates').where({ id }).first();
  }

  async revoke(
    id: string,
    { revokedAt, revocationReason }: { revokedAt: Timestamp; revocationReason: RevocationReason },
  ): Promise<void> {
    this.db.write(this.db('certificates').where({ id }).update({ revokedAt, revocationReason, updatedAt: revokedAt }));
  }

  /** Links a certificate to the one that renews it, which is inserted with the link back. */
  async linkRenewal(id: string, renewedByCertificateId: string, updatedAt: Timestamp): Promise<void> {
    this.db.write(this.db('certificates').where({ id }).update({ renewedByCertificateId, updatedAt }));
  }

  /** Deletes the certificate, and the links to it. */
  async delete({
    id,
    renewedFromCertificateId: before,
    renewedByCertificateId: after,
  }: Pick<CertificateRow, 'id' | 'renewedFromCertificateId' | 'renewedByCertificateId'>): Promise<void> {
    const row = (rowId: string) => this.db('certificates').where({ id: rowId });
    if (before !== null) this.db.write(row(before).update({ renewedByCertificateId: null }));
    if (after !== null) this.db.write(row(after).update({ renewedFromCertificateId: null }));
    this.db.write(row(id).delete());
  }

  listPage(filter: CertificateFilter, { offset, limit }: Page): Promise<CertificateListItem[]> {
    return this.#filtered(filter)
      .orderBy(ordered(filter.orderBy))
      .offset(offset)
      .limit(limit)
      .select(...listColumns);
  }

  async count(filter: CertificateFilter): Promise<number> {
    const [row] = await this.#filtered(filter).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Lists only the columns that rules need, for callers whose rules must be checked for each row. */
  listSubjectColumns(filter: CertificateFilter): Promise<(CertificateSubjectColumns & { id: string })[]> {
    return this.#filtered(filter)
      .orderBy(ordered(filter.orderBy))
      .select(...subjectColumns);
  }

  listByIds(ids: readonly string[], orderBy: CertificateOrder | undefined): Promise<CertificateListItem[]> {
    return this.db<CertificateRow>('certificates')
      .whereIn('id', ids)
      .orderBy(ordered(orderBy))
      .select(...listColumns);
  }

  #inOrganization(organizationId: string) {
    return this.db('certificates as c')
      .join('projects as p', 'p.id', 'c.projectId')
      .where({ 'p.organizationId': organizationId })
      .select<CertificateRow[]>('c.*');
  }

  #filtered({
    projectId,
    authorityId,
    search,
    commonName,
    friendlyName,
    serialNumber,
    status,
    activeUntil,
    isRenewed,
    now,
  }: CertificateFilter) {
    return this.db<CertificateRow>('certificates')
      .where({ projectId })
      .where((query) => {
        if (authorityId !== undefined) void query.where({ authorityId });
        if (search !== undefined)
          void query.where(containsText(search, ['"commonName"', '"friendlyName"', '"altNames"', '"serialNumber"']));
        if (commonName !== undefined) void query.where(containsText(commonName, ['"commonName"']));
        if (friendlyName !== undefined) void query.where(containsText(friendlyName, ['"friendlyName"']));
        if (serialNumber !== undefined) void query.where({ serialNumber: serialNumber.toLowerCase() });
        if (isRenewed !== undefined)
          void (isRenewed ? query.whereNotNull('renewedByCertificateId') : query.whereNull('renewedByCertificateId'));
        if (status !== undefined) withStatus(query, status, now);
        if (activeUntil !== undefined) {
          withStatus(query, 'active', now);
          void query.where('notAfter', '<', activeUntil);
        }
      });
  }
}
