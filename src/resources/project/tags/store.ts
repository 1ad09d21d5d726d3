import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData } from '../revisions/store.ts';

export interface TagRow {
  id: string;
  projectId: string;
  slug: string;
  color: string | null;
  /** The creator may be deleted. */
  createdBy: string | null;
  createdByActorType: 'user' | 'identity';
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class TagStore extends Store {
  async insert(tag: TagRow): Promise<void> {
    bumpData(this.db, tag.projectId);
    this.db.insert('project_tags', [tag]);
  }

  /** Lists the tags of the project, ordered by slug. */
  list(projectId: string): Promise<TagRow[]> {
    return this.db<TagRow>('project_tags').where({ projectId }).orderBy('slug');
  }

  findById(projectId: string, id: string): Promise<TagRow | undefined> {
    return this.db<TagRow>('project_tags').where({ projectId, id }).first();
  }

  findBySlug(projectId: string, slug: string): Promise<TagRow | undefined> {
    return this.db<TagRow>('project_tags').where({ projectId, slug }).first();
  }

  /** Finds the project's tags with these slugs, in no particular order. */
  findBySlugs(projectId: string, slugs: readonly string[]): Promise<TagRow[]> {
    return this.db<TagRow>('project_tags').where({ projectId }).whereIn('slug', slugs);
  }

  /** Finds the project's tags with these ids, ordered by slug. */
  async findMany(projectId: string, ids: readonly string[]): Promise<TagRow[]> {
    const tags = await inChunks(ids, (part) =>
      this.db<TagRow>('project_tags').where({ projectId }).whereIn('id', part),
    );
    return tags.sort((one, other) => (one.slug < other.slug ? -1 : 1));
  }

  async update(
    { id, projectId }: Pick<TagRow, 'id' | 'projectId'>,
    changes: Pick<TagRow, 'slug' | 'color' | 'updatedAt'>,
  ): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(this.db<TagRow>('project_tags').where({ id }).update(changes));
  }

  async delete({ id, projectId }: Pick<TagRow, 'id' | 'projectId'>): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(this.db<TagRow>('project_tags').where({ id }).delete());
  }
}
