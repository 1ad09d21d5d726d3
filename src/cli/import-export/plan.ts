import { printable } from '../terminal.ts';
import type { ImportResult } from './parts.ts';

/** How many names of a plan are printed. */
const maxNames = 200;

export const counts = ({ created, changed, unchanged }: ImportResult): string =>
  `+ ${created}, ~ ${changed}, = ${unchanged}`;

/** What an import creates (+), changes (~) and finds as it is (=), by name. */
export const describePlan = (plan: ImportResult): string => {
  const lines = [
    ...plan.environments.map((slug) => `+ environment ${slug}`),
    ...plan.tags.map((slug) => `+ tag ${slug}`),
    ...plan.folders.flatMap(({ environment, path, isNew, created, changed, imports }) => {
      const at = `${environment}:${path}`;
      return [
        ...(isNew && path !== '/' ? [`+ folder ${at}`] : []),
        ...created.map((name) => `+ ${at} ${name}`),
        ...changed.map((name) => `~ ${at} ${name}`),
        ...imports.map((source) => `+ import of ${source.environment}:${source.path} in ${at}`),
      ];
    }),
  ];
  const rest = lines.length > maxNames ? [`and ${lines.length - maxNames} more`] : [];
  return [...lines.slice(0, maxNames), ...rest, counts(plan)].map(printable).join('\n');
};

export const isEmpty = ({ created, changed, environments, tags, folders }: ImportResult): boolean =>
  created + changed + environments.length + tags.length === 0 &&
  folders.every(({ isNew, imports }) => !isNew && imports.length === 0);
