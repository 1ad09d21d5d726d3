import type { ProjectRow } from '../../src/access/project.ts';
import { timestamp } from '../../src/platform/clock.ts';
import type { TagRow } from '../../src/resources/project/tags/store.ts';
import { createStores } from '../../src/stores.ts';
import { eventsOf } from './project-events.ts';
import { newProjectWithAdmin, type TestProject } from './projects.ts';
import type { World } from './world.ts';

/** A tag, stored as the server itself stores it. */
export const newTag = async ({ server: { parts } }: World, project: ProjectRow, slug: string): Promise<TagRow> => {
  const now = timestamp(parts.clock.now());
  const tag: TagRow = {
    id: parts.ids.uuid(),
    projectId: project.id,
    slug,
    color: '#ffffff',
    createdBy: null,
    createdByActorType: 'user',
    createdAt: now,
    updatedAt: now,
  };
  await parts.database.transaction(({ db }) => createStores(db).tags.insert(tag));
  return tag;
};

export interface TestTags extends TestProject {
  readonly blue: TagRow;
  readonly red: TagRow;
  /** Everything that is stored of the project's tags. */
  readonly rows: () => Promise<TagRow[]>;
  /** What the audit log has of the project. */
  readonly events: () => ReturnType<typeof eventsOf>;
}

/** A project with the tags red and blue, and somebody who administers it. */
export const newProjectWithTags = async (world: World): Promise<TestTags> => {
  const setting = await newProjectWithAdmin(world);
  const { project } = setting;
  return {
    ...setting,
    red: await newTag(world, project, 'red'),
    blue: await newTag(world, project, 'blue'),
    rows: () => world.server.parts.database.read<TagRow>('project_tags').where({ projectId: project.id }).orderBy('id'),
    events: () => eventsOf(world, project.id),
  };
};
