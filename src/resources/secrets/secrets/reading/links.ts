import type { Ability } from '../../../../access/ability.ts';
import { ComparisonBudget } from '../../../../access/comparison-budget.ts';
import { timestamp, type Timestamp } from '../../../../platform/clock.ts';
import { eachInSlices } from '../../../../platform/slices.ts';
import type { Scope } from '../../../../scope.ts';
import type { Reference } from '../../secret-versions/store.ts';
import { folderSubjectFields } from '../subject-fields.ts';

interface Referring {
  readonly id: string;
  readonly projectId: string;
  readonly references: readonly Reference[];
}

/** The projects that one change looks up for this. */
const maxProjects = 20;

/**
 * What the writer may do in that project; undefined for one that it is no member of. In the transaction's own
 * connection, so that it waits for no other one.
 */
const abilityIn = async (
  { stores, abilities, access: { organization } }: Scope,
  slug: string,
): Promise<Ability | undefined> => {
  const project = await stores.projects.findBySlug(organization.id, slug);
  const held = project && (await abilities.inProject(stores, project, organization));
  return held?.isMember ? held.ability : undefined;
};

/** Whether somebody may be able to read something in the folder of that reference. */
const mayRead = (
  ability: Ability,
  { environment, path }: Reference,
  now: Timestamp,
  effort: ComparisonBudget,
): boolean =>
  ['describeSecret', 'readValue'].every(
    (action) =>
      ability.narrow(action, 'secrets', folderSubjectFields({ environment: environment!, path: path! }), now, effort)
        .mayAllow,
  );

/**
 * Without the references to folders of other projects that the writer may not read. They are replaced for whoever may
 * read there like all others, but changes there are not notified here: otherwise anybody could find out when something
 * changes in a project, and make every change there costlier.
 */
export const notifiedReferences = async (tx: Scope, secrets: readonly Referring[]): Promise<readonly Referring[]> => {
  const named = secrets.flatMap(({ references }) => references.filter(({ project }) => project !== undefined));
  if (named.length === 0) return secrets;
  const abilities = new Map<string, Ability | undefined>();
  for (const slug of [...new Set(named.map(({ project }) => project!))].slice(0, maxProjects))
    abilities.set(slug, await abilityIn(tx, slug));
  const [now, effort] = [timestamp(tx.clock.now()), new ComparisonBudget()];
  const verdicts = new Map<string, boolean>();
  await eachInSlices(named, (reference) => {
    const [name, ability] = [folderOf(reference), abilities.get(reference.project!)];
    if (!verdicts.has(name)) verdicts.set(name, ability !== undefined && mayRead(ability, reference, now, effort));
  });
  return secrets.map((secret) => ({
    ...secret,
    references: secret.references.filter(
      (reference) => reference.project === undefined || verdicts.get(folderOf(reference)),
    ),
  }));
};

const folderOf = ({ project, environment, path }: Reference): string => `${project}:${environment}:${path}`;
