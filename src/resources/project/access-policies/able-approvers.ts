import { projectActions, type Ability } from '../../../access/ability.ts';
import { readProjectAbility } from '../../../access/abilities.ts';
import { missingFrom, newProofBudget } from '../../../access/permission-boundary.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Reply } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Policy } from '../approval-policies/store.ts';

type Saved = Pick<Reply<'createAccessPolicy'>, 'ableApprovers' | 'warning'>;

/** How many approvers are examined. */
const maxExamined = 100;
/** What somebody has for an hour, somebody could grant. */
const exampleSeconds = 3_600;

const nobody =
  'Nothing could be granted today: neither an approver nor whoever saved the policy may read all that it is about.';
const noApprover =
  'No approver may read all that this is about. What they lack is granted only because whoever saved the policy has it, and for as long as that is so.';

/** Says which approvers could grant anything that the policy is about, and warns if nobody can. */
export const findAbleApprovers = async (
  { stores, clock }: Pick<Scope, 'stores' | 'clock'>,
  project: ProjectAccess,
  policy: Policy,
): Promise<Saved> => {
  const time = clock.now();
  const now = timestamp(time);
  const budget = newProofBudget();
  const wanted = policy.environments.map(({ slug }) => ({
    rules: [
      {
        subject: 'secrets',
        action: ['describeSecret', 'readValue'],
        conditions: { environment: slug, secretPath: { $glob: policy.secretPath } },
      },
    ],
    during: { startsAt: now, endsAt: timestamp(secondsAfter(time, exampleSeconds)) },
  }));
  const hasAll = async (ability: Ability): Promise<boolean> => {
    if (!budget.allowsQuestion) return false;
    try {
      return (await missingFrom(ability, wanted, projectActions, now, budget)).length === 0;
    } catch (error) {
      // Too many rules to compare.
      if (error instanceof ServiceError && error.status === 400) return false;
      throw error;
    }
  };
  const users = await stores.approvalPolicies.listUsers([policy.id], maxExamined);
  const approvers = new Map(
    users.filter(({ part, isActive }) => part === 'approver' && isActive).map((user) => [user.userId, user]),
  );
  const ableApprovers: Saved['ableApprovers'] = [];
  for (const { userId, username, membershipId } of [...approvers.values()].slice(0, maxExamined)) {
    const { ability } = await readProjectAbility(stores, project.row.id, { membershipId });
    if (await hasAll(ability)) ableApprovers.push({ userId, username });
  }
  if (ableApprovers.length > 0) return { ableApprovers, warning: null };
  return { ableApprovers, warning: (await hasAll(project.ability)) ? noApprover : nobody };
};
