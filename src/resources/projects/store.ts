import type { Timestamp } from '../../platform/clock.ts';
import { Statement } from '../../platform/db/queries.ts';
import { Store } from '../../platform/db/store.ts';

export type ProjectType = 'secret-manager' | 'cert-manager' | 'kms' | 'secret-scanning' | 'pam';

export interface ProjectRow {
  id: string;
  organizationId: string;
  name: string;
  slug: string;
  description: string | null;
  type: ProjectType;
  defaultProduct: string | null;
  autoCapitalization: boolean;
  hasDeleteProtection: boolean;
  secretSharing: boolean;
  showSnapshotsLegacy: boolean;
  enforceEncryptedSecretManagerSecretMetadata: boolean;
  pitVersionLimit: number;
  /** Null leaves it to the server. */
  auditLogsRetentionDays: number | null;
  secretDetectionIgnoreValues: readonly string[];
  /** Counts every change of what somebody may do in the project. */
  accessRevision: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

interface Named extends Record<string, unknown> {
  organizationId: string;
  name: string;
}

const byId = new Statement<ProjectRow, Named>((db, param) => db('projects').where({ organizationId: param('organizationId'), id: param('name') }));
const bySlug = new Statement<ProjectRow, Named>((db, param) => db('projects').where({ organizationId: param('organizationId'), slug: param('name') }));
const locked = new Statement<ProjectRow, Named>((db, param) => db('projects').where({ organizationId: param('organizationId'), id: param('name') }).forUpdate());

export class ProjectStore extends Store {
  async insert(project: ProjectRow): Promise<void> {
    await this.db<ProjectRow>('projects').insert(project);
  }

  async findById(organizationId: string, id: string): Promise<ProjectRow | undefined> {
    return (await this.db.prepared(byId, { organizationId, name: id }))[0];
  }

  async findBySlug(organizationId: string, slug: string): Promise<ProjectRow | undefined> {
    return (await this.db.prepared(bySlug, { organizationId, name: slug }))[0];
  }

  /** To be called in every transaction that changes what somebody may do in the project; whatever was remembered of that is forgotten. */
  async bumpAccess(id: string): Promise<void> {
    await this.db<ProjectRow>('projects').where({ id }).increment('accessRevision', 1);
  }

  /** Nobody else changes the project, or the order of what is in it, until the transaction ends. */
  async lock(organizationId: string, id: string): Promise<ProjectRow | undefined> {
    return (await this.db.prepared(locked, { organizationId, name: id }))[0];
  }
}
