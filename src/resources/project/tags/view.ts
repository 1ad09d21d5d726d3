import type { TagRow } from './store.ts';

/** Some clients look for a name; a tag has none but its slug. */
export const namedTag = (tag: TagRow) => ({ ...tag, name: tag.slug });
