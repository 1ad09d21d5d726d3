import type { Ability } from '../../../../access/ability.ts';
import { ComparisonBudget } from '../../../../access/comparison-budget.ts';
import { timestamp, type Timestamp } from '../../../../platform/clock.ts';
import { eachYielding } from '../../../../platform/yielding.ts';
import { ofProject } from '../../../../transaction-keys.ts';
import type { Scope } from '../../../../scope.ts';
import type { Reference } from '../columns.ts';
import { folderSubjectFields } from '../../../../access/secret-fields.ts';

interface ReferringSecret {
  readonly id: string;
  readonly projectId: string;
  readonly references: readonly Reference[];
}

/** The most projects that one change looks up. */
const maxProjects = 20;

/**
 * Returns what the writer may do in the project, or undefined if it is not a member. Uses the transaction's own
 * connection, so that it never waits for another.
 */
const abilityIn = async (
  { stores, abilities, access: { organization } }: Scope,
  projectId: string,
): Promise<Ability | undefined> => {
  const project = await stores.projects.findById(organization.id, projectId);
  const access = project && (await abilities.inProject(stores, project, organization));
  return access?.isMember ? access.ability : undefined;
};

/** Whether the ability may allow reading a secret in the folder of the reference. */
const mayRead = (
  ability: Ability,
  { environment, path }: Reference,
  now: Timestamp,
  budget: ComparisonBudget,
): boolean =>
  ['describeSecret', 'readValue'].every(
    (action) =>
      ability.narrow(action, 'secrets', folderSubjectFields({ environment: environment!, path: path! }), now, budget)
        .mayAllow,
  );

/**
 * Leaves out references to folders of other projects that the writer may not read. Such references are still replaced
 * for readers with access, but changes of their targets cause no events here: otherwise anybody could find out when
 * something changes in another project, and make every change there slower.
 */
export const notifiedReferences = async (
  tx: Scope,
  secrets: readonly ReferringSecret[],
): Promise<readonly ReferringSecret[]> => {
  const named = secrets.flatMap(({ references }) => references.filter(({ project }) => project !== undefined));
  if (named.length === 0) return secrets;
  const abilities = new Map<string, Ability | undefined>();
  for (const id of [...new Set(named.flatMap(({ projectId }) => projectId ?? []))].slice(0, maxProjects))
    abilities.set(id, await abilityIn(tx, id));
  const [now, budget] = [timestamp(tx.clock.now()), new ComparisonBudget()];
  const mayReadFolder = new Map<string, boolean>();
  // From now on a change of these projects finds the references, and none is made at the same time.
  const readable = [...abilities].flatMap(([id, ability]) => (ability ? [id] : []));
  tx.addKeys(...readable.map((id) => ofProject({ id, organizationId: tx.access.organization.id })));
  await eachYielding(named, (reference) => {
    const [name, ability] = [folderOf(reference), abilities.get(reference.projectId ?? '')];
    if (!mayReadFolder.has(name))
      mayReadFolder.set(name, ability !== undefined && mayRead(ability, reference, now, budget));
  });
  return secrets.map((secret) => ({
    ...secret,
    references: secret.references.filter(
      (reference) => reference.project === undefined || mayReadFolder.get(folderOf(reference)),
    ),
  }));
};

const folderOf = ({ projectId, environment, path }: Reference): string => `${projectId}:${environment}:${path}`;
