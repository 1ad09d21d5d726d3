import type { TagRow } from './store.ts';

/** Shows a tag with its slug as `name`, which the CLI reads. */
export const namedTag = (tag: TagRow) => ({ ...tag, name: tag.slug });
