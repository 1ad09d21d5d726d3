import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export interface TagRow {
  id: string;
  projectId: string;
  slug: string;
  color: string | null;
  /** Whoever it was may be gone. */
  createdBy: string | null;
  createdByActorType: 'user' | 'identity';
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class TagStore extends Store {
  async insert(tag: TagRow): Promise<void> {
    await this.db<TagRow>('project_tags').insert(tag);
  }

  /** By slug. */
  list(projectId: string): Promise<TagRow[]> {
    return this.db<TagRow>('project_tags').where({ projectId }).orderBy('slug');
  }

  findById(projectId: string, id: string): Promise<TagRow | undefined> {
    return this.db<TagRow>('project_tags').where({ projectId, id }).first();
  }

  findBySlug(projectId: string, slug: string): Promise<TagRow | undefined> {
    return this.db<TagRow>('project_tags').where({ projectId, slug }).first();
  }

  /** Those of these slugs that the project has, in no order. */
  findBySlugs(projectId: string, slugs: readonly string[]): Promise<TagRow[]> {
    return this.db<TagRow>('project_tags').where({ projectId }).whereIn('slug', slugs);
  }

  /** Those of these ids that the project has, by slug. */
  async findMany(projectId: string, ids: readonly string[]): Promise<TagRow[]> {
    const found = await inChunks(ids, (part) =>
      this.db<TagRow>('project_tags').where({ projectId }).whereIn('id', part),
    );
    return found.sort((one, other) => (one.slug < other.slug ? -1 : 1));
  }

  /** Those of these ids that the project has; nobody deletes them until the transaction ends. */
  keepMany(projectId: string, ids: readonly string[]): Promise<TagRow[]> {
    return inChunks(ids, (part) =>
      this.db<TagRow>('project_tags').where({ projectId }).whereIn('id', part).orderBy('id').forKeyShare(),
    );
  }

  /** Nobody else changes it until the transaction ends. */
  lock(projectId: string, id: string): Promise<TagRow | undefined> {
    return this.db<TagRow>('project_tags').where({ projectId, id }).forUpdate().first();
  }

  async update(id: string, changes: Pick<TagRow, 'slug' | 'color' | 'updatedAt'>): Promise<void> {
    await this.db<TagRow>('project_tags').where({ id }).update(changes);
  }

  async delete(id: string): Promise<void> {
    await this.db<TagRow>('project_tags').where({ id }).delete();
  }
}
