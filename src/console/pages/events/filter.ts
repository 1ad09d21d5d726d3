import { globCharacters, withoutTrailingSlash } from '../../../access/glob.ts';
import { compileGlob } from '../../../access/glob-matcher.ts';
import type { ProjectEvent } from '../../api/project-event.ts';

export interface EventFilter {
  /** None for all. */
  readonly kinds: readonly string[];
  /** Slugs; none for all. */
  readonly environments: readonly string[];
  /** A folder, or a pattern of paths such as `/app/**`; empty for all. */
  readonly path: string;
}

export const everything: EventFilter = { kinds: [], environments: [], path: '' };

export const isFiltering = ({ kinds, environments, path }: EventFilter): boolean =>
  kinds.length > 0 || environments.length > 0 || path.trim() !== '';

/** The test that a filter makes of events. */
export const matcherOf = ({ kinds, environments, path }: EventFilter): ((event: ProjectEvent) => boolean) => {
  const text = path.trim();
  const pattern = text.startsWith('/') ? text : `/${text}`;
  const hasPath = text === '' ? () => true : compileGlob(withoutTrailingSlash(globCharacters(pattern)));
  return (event) =>
    (kinds.length === 0 || kinds.includes(event.kind)) &&
    (environments.length === 0 || environments.includes(event.environment)) &&
    hasPath(event.path);
};
