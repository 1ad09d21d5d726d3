import type { Timestamp } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import type { Subject } from '../../../platform/crypto/pki/orders.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** One that waits for its first certificate has nothing to sign under yet. */
export type AuthorityStatus = 'active' | 'disabled' | 'pending-certificate';

/** A private key as it is stored. */
export interface SealedKey {
  dataKeyId: string;
  sealedKey: string;
}

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
  /** As its present certificate says, or the first one shall; whole seconds. */
  notBefore: Timestamp | null;
  notAfter: Timestamp | null;
  /** The authority here that signed, or shall sign, its certificate. */
  parentId: string | null;
  /** Where to ask besides our own list. */
  crlDistributionPointUrls: readonly string[];
  /** The certificate that it signs under; null until it has one. */
  activeCertificateId: string | null;
  /** Goes up with each revocation. */
  revocations: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** An authority with the serial number of its present certificate. */
export interface AuthorityListItem extends AuthorityRow {
  serialNumber: string | null;
}

export interface AuthorityCertificateRow {
  id: string;
  authorityId: string;
  /** From 1. */
  version: number;
  serialNumber: string;
  /** Whole seconds. */
  notBefore: Timestamp;
  notAfter: Timestamp;
  createdAt: Timestamp;
  /** PEM. */
  certificate: string;
  /** Those above it in PEM, one after the other; empty for a root. */
  chain: string;
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

  /** In whichever project of the organization. */
  findInOrganization(organizationId: string, id: string): Promise<AuthorityListItem | undefined> {
    return this.#listed()
      .join('projects as p', 'p.id', 'a.projectId')
      .where({ 'a.id': id, 'p.organizationId': organizationId })
      .first();
  }

  /** By name. */
  list(projectId: string): Promise<AuthorityListItem[]> {
    return this.#listed().where({ 'a.projectId': projectId }).orderBy('a.name');
  }

  /** Nobody else changes it until the transaction ends. */
  lock(id: string): Promise<AuthorityRow | undefined> {
    return this.db<AuthorityRow>(authorities).where({ id }).forUpdate().first();
  }

  /** Nobody changes it until the transaction ends, but others may keep it too: for what is signed under it. */
  keep(id: string): Promise<AuthorityRow | undefined> {
    return this.db<AuthorityRow>(authorities).where({ id }).forShare().first();
  }

  async insert(authority: AuthorityRow): Promise<void> {
    await this.db<AuthorityRow>(authorities).insert(authority);
  }

  async update(id: string, changes: AuthorityChanges): Promise<void> {
    await this.db<AuthorityRow>(authorities).where({ id }).update(changes);
  }

  /** With everything that it ever signed here. */
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

  /** Of its newest certificate; 0 if it has none. */
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

  #listed() {
    return this.db('certificate_authorities as a')
      .leftJoin('authority_certificates as c', 'c.id', 'a.activeCertificateId')
      .select<AuthorityListItem[]>('a.*', 'c.serialNumber as serialNumber');
  }
}
