import type { Timestamp } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import type { Subject } from '../../../platform/crypto/pki/orders.ts';
import type { SealedKey } from '../../project/data-keys/store.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** An authority that waits for its first certificate (`pending-certificate`) cannot sign yet. */
export type AuthorityStatus = 'active' | 'disabled' | 'pending-certificate';

export interface AuthorityRow extends Subject, SealedKey {
  id: string;
  projectId: string;
  name: string;
  kind: 'root' | 'intermediate';
  status: AuthorityStatus;
  friendlyName: string;
  keyAlgorithm: KeyAlgorithm;
  /** Null for any number of authorities below. */
  maxPathLength: number | null;
  /** The validity of the active certificate, or the requested one until there is one; whole seconds. */
  notBefore: Timestamp | null;
  notAfter: Timestamp | null;
  /** The authority of this instance that signed, or shall sign, the certificate. */
  parentId: string | null;
  /** URLs of revocation lists besides our own. */
  crlDistributionPointUrls: readonly string[];
  /** The certificate that the authority signs with; null until it has one. */
  activeCertificateId: string | null;
  /** The number of revocations. */
  revocations: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** An authority with the serial number of its active certificate. */
export interface AuthorityListItem extends AuthorityRow {
  serialNumber: string | null;
}

export interface AuthorityCertificateRow {
  id: string;
  authorityId: string;
  /** Counts from 1. */
  version: number;
  serialNumber: string;
  /** Whole seconds. */
  notBefore: Timestamp;
  notAfter: Timestamp;
  createdAt: Timestamp;
  /** PEM. */
  certificate: string;
  /** The certificates above in PEM, concatenated; empty for a root. */
  chain: string;
  /** The authority of this instance that signed it; null for a root, and if that authority is elsewhere or deleted. */
  parentId: string | null;
  /** Null for any number of authorities below. */
  maxPathLength: number | null;
}

export type AuthorityChanges = Partial<
  Pick<
    AuthorityRow,
    | 'name'
    | 'status'
    | 'maxPathLength'
    | 'notBefore'
    | 'notAfter'
    | 'parentId'
    | 'crlDistributionPointUrls'
    | 'activeCertificateId'
    | 'updatedAt'
  >
>;

const authorities = 'certificate_authorities';
const certificates = 'authority_certificates';

export class AuthorityStore extends Store {
  findById(id: string): Promise<AuthorityRow | undefined> {
    return this.db<AuthorityRow>(authorities).where({ id }).first();
  }

  /** Finds the authority in any project of the organization. */
  findInOrganization(organizationId: string, id: string): Promise<AuthorityListItem | undefined> {
    return this.#selectListItems()
      .join('projects as p', 'p.id', 'a.projectId')
      .where({ 'a.id': id, 'p.organizationId': organizationId })
      .first();
  }

  /** Lists the authorities of a project, ordered by name. */
  list(projectId: string): Promise<AuthorityListItem[]> {
    return this.#selectListItems().where({ 'a.projectId': projectId }).orderBy('a.name');
  }

  /** When the first of all active authorities ends that have not ended yet; null if there is none. */
  async firstEndAfter(now: Timestamp): Promise<Timestamp | null> {
    const row = await this.db<AuthorityRow>(authorities)
      .where({ status: 'active' })
      .where('notAfter', '>', now)
      .orderBy('notAfter')
      .first('notAfter');
    return row?.notAfter ?? null;
  }

  async insert(authority: AuthorityRow): Promise<void> {
    await this.db<AuthorityRow>(authorities).insert(authority);
  }

  async update(id: string, changes: AuthorityChanges): Promise<void> {
    await this.db<AuthorityRow>(authorities).where({ id }).update(changes);
  }

  /** Deletes the authority and every certificate that it signed. */
  async delete(id: string): Promise<void> {
    await this.db<AuthorityRow>(authorities).where({ id }).delete();
  }

  findCertificate(certificateId: string): Promise<AuthorityCertificateRow | undefined> {
    return this.db<AuthorityCertificateRow>(certificates).where({ id: certificateId }).first();
  }

  /** The newest first. */
  listCertificates(authorityId: string): Promise<AuthorityCertificateRow[]> {
    return this.db<AuthorityCertificateRow>(certificates).where({ authorityId }).orderBy('version', 'desc');
  }

  /** Returns the version of the newest certificate; 0 if there is none. */
  async lastVersion(authorityId: string): Promise<number> {
    return (
      (
        await this.db<AuthorityCertificateRow>(certificates)
          .where({ authorityId })
          .orderBy('version', 'desc')
          .first('version')
      )?.version ?? 0
    );
  }

  async insertCertificate(certificate: AuthorityCertificateRow): Promise<void> {
    await this.db<AuthorityCertificateRow>(certificates).insert(certificate);
  }

  /** Records the serial number of an authority certificate that the authority signed. */
  async insertSerialNumber(authorityId: string, serialNumber: string): Promise<void> {
    this.db.insert('intermediate_serial_numbers', [{ authorityId, serialNumber }]);
  }

  #selectListItems() {
    return this.db('certificate_authorities as a')
      .leftJoin('authority_certificates as c', 'c.id', 'a.activeCertificateId')
      .select<AuthorityListItem[]>('a.*', 'c.serialNumber as serialNumber');
  }
}
