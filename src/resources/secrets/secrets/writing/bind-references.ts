import { mapInSlices } from '../../../../platform/slices.ts';
import type { Scope } from '../../../../scope.ts';
import type { Reference } from '../../secret-versions/store.ts';

interface Referring {
  readonly state: { readonly references: readonly Reference[] };
}

const isUnbound = ({ project, projectId }: Reference): boolean => project !== undefined && projectId === undefined;

const isReferringElsewhere = ({ state: { references } }: Referring): boolean => references.some(isUnbound);

/**
 * Binds references to other projects in new values to the projects that have these slugs now. Those that come from a
 * stored version stay bound as they are.
 */
export const bindReferences = async <T extends Referring>(
  { stores, access }: Pick<Scope, 'stores' | 'access'>,
  drafts: readonly T[],
): Promise<readonly T[]> => {
  const referring = drafts.filter(isReferringElsewhere);
  if (referring.length === 0) return drafts;
  const slugs = new Set<string>();
  for (const { state } of referring)
    for (const reference of state.references) if (isUnbound(reference)) slugs.add(reference.project!);
  const ids = await stores.projects.idsOfSlugs(access.organization.id, [...slugs]);
  const bind = (reference: Reference): Reference =>
    isUnbound(reference) ? { ...reference, projectId: ids.get(reference.project!) ?? null } : reference;
  return mapInSlices(drafts, (draft) =>
    isReferringElsewhere(draft)
      ? { ...draft, state: { ...draft.state, references: draft.state.references.map(bind) } }
      : draft,
  );
};
