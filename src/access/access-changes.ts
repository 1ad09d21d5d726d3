import type { ProjectRevisions } from './project.ts';

/** The length of the part of a membership id that a change names. Members who share it read their rules in vain. */
const partLength = 8;

/** One change: the revision after it, the one before it, and the member. A truncated one does not match. */
const pattern = new RegExp(String.raw`^(\d+)<(\d+):(.{${partLength}})$`);

/** The texts before and after the earlier revision, which the database adds to the changes of a project. */
export const changeOf = (revision: number, membershipId: string): { start: string; end: string } => ({
  start: `${revision}<`,
  end: `:${membershipId.slice(0, partLength)} `,
});

/**
 * Whether the rules of the member in the project may be others than at the earlier revision. They are the same only if
 * an unbroken sequence of changes of other members leads from there to the current revision.
 */
export const mayHaveChanged = (
  { accessRevision, accessChanges }: Pick<ProjectRevisions, 'accessRevision' | 'accessChanges'>,
  since: number,
  membershipId: string,
): boolean => {
  let revision = accessRevision;
  for (const change of accessChanges.split(' ')) {
    if (revision === since) return false;
    const [, after, before, part] = pattern.exec(change) ?? [];
    if (Number(after) !== revision || membershipId.startsWith(part!)) return true;
    revision = Number(before);
  }
  return true;
};
