import type { EnvironmentRow } from '../../../access/environment.ts';
import type { ProjectRow } from '../../../access/project.ts';
import { globProblem } from '../../../access/glob.ts';
import { badRequest, notFound, refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { approvalsIn, stepsOf } from './rules.ts';
import type { Policy, PolicyKind, PolicyPersonRow, Step } from './store.ts';

/** An approver or a bypasser in a request: a group by its id, a user by the id or the name. */
export interface PersonInput {
  readonly type: 'user' | 'group';
  readonly id?: string | undefined;
  readonly username?: string | undefined;
  readonly sequence?: number | undefined;
}

/** As many as are read whenever one may govern something. */
const maxPolicies = 200;

/** The stored form of a path in a request; 422 if it is not a pattern that can be matched quickly. */
export const readPath = (secretPath: string): string => {
  const path = secretPath.trim();
  const problem = path.includes('{{') ? 'must not have templates' : globProblem(path);
  refuseIssues(problem === undefined ? [] : [{ code: 'invalid', in: 'body', path: ['secretPath'], message: problem }]);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
};

/** Finds the environments with these slugs; 404 if one does not exist. */
export const findEnvironments = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectRow,
  slugs: readonly string[],
): Promise<EnvironmentRow[]> => {
  const wanted = [...new Set(slugs)];
  if (wanted.length === 0) throw badRequest('Name at least one environment.');
  const all = await stores.environments.listActive([project.id]);
  const unknown = wanted.filter((slug) => !all.some((environment) => environment.slug === slug));
  if (unknown.length > 0)
    throw notFound(
      `This project has no environment "${unknown.join('", "')}" (it has ${all.map(({ slug }) => slug).join(', ')}).`,
    );
  return wanted.map((slug) => all.find((environment) => environment.slug === slug)!);
};

/** Finds the members of the project that a request lists, each once in a step; 400 if one is no member. */
export const findPeople = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectRow,
  part: PolicyPersonRow['part'],
  inputs: readonly PersonInput[],
): Promise<PolicyPersonRow[]> => {
  const ofType = (type: PersonInput['type']) => inputs.filter((input) => input.type === type);
  const usernameOf = ({ id, username }: PersonInput) => (id === undefined ? username?.toLowerCase() : undefined);
  const [users, groupIds] = await Promise.all([
    stores.approvalPolicies.findMembers(
      project,
      ofType('user').flatMap(({ id }) => id ?? []),
      ofType('user').flatMap((input) => usernameOf(input) ?? []),
    ),
    stores.approvalPolicies.findGroups(
      project.id,
      ofType('group').flatMap(({ id }) => id ?? []),
    ),
  ]);
  const people = inputs.map((input): PolicyPersonRow => {
    const { type, id, username, sequence = 1 } = input;
    const membershipId =
      type === 'user'
        ? users.find((user) => (id === undefined ? user.username === usernameOf(input) : user.userId === id))
            ?.membershipId
        : undefined;
    const groupId = type === 'group' ? groupIds.find((each) => each === id) : undefined;
    if (membershipId === undefined && groupId === undefined)
      throw badRequest(`This ${type} is not in the project: "${id ?? username}".`);
    return {
      part,
      membershipId: membershipId ?? null,
      groupId: groupId ?? null,
      step: part === 'approver' ? sequence : 0,
    };
  });
  const keyOf = ({ membershipId, groupId, step }: PolicyPersonRow) => `${membershipId ?? groupId} ${step}`;
  return [...new Map(people.map((person) => [keyOf(person), person])).values()];
};

/** The issues of approvers and bypassers of whom neither an id nor, of users, a name is known. */
export const personIssues = (field: 'approvers' | 'bypassers', inputs: readonly PersonInput[] = []) =>
  inputs.flatMap(({ type, id, username }, index) =>
    id !== undefined || (type === 'user' && username !== undefined)
      ? []
      : [
          {
            code: 'required' as const,
            in: 'body' as const,
            path: [field, `${index}`, 'id'],
            message: type === 'user' ? 'is required unless username is given' : 'is required',
          },
        ],
  );

/** 400 if a step needs more approvals than it has people; a group may have any number. */
export const requireEnoughPeople = (
  policy: { readonly approvals: number; readonly steps: readonly Step[] },
  people: readonly PolicyPersonRow[],
): void => {
  const approvers = people.filter(({ part }) => part === 'approver');
  for (const { step, approvals } of stepsOf(policy, approvers)) {
    const inStep = approvers.filter((person) => person.step === step);
    const users = inStep.flatMap(({ membershipId }) => (membershipId === null ? [] : { step, userId: membershipId }));
    if (users.length === inStep.length && approvalsIn({ step }, users) < approvals)
      throw badRequest(
        `Step ${step} needs ${approvals} approvals, but has only ${approvalsIn({ step }, users)} approvers.`,
      );
  }
};

/** 400 if another policy has the same path in one of the environments, or there are too many. */
export const requireRoom = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectRow,
  kind: PolicyKind,
  wanted: Pick<Policy, 'id' | 'secretPath' | 'environmentIds'>,
): Promise<void> => {
  const others = (await stores.approvalPolicies.list(project.id, kind)).filter(({ id }) => id !== wanted.id);
  if (others.length >= maxPolicies)
    throw badRequest(`This project has ${maxPolicies} policies, which is the limit. Delete one that is not needed.`);
  const same = others.find(
    ({ secretPath, environmentIds }) =>
      secretPath === wanted.secretPath && environmentIds.some((id) => wanted.environmentIds.includes(id)),
  );
  if (same)
    throw badRequest(`The policy "${same.name}" has the same path in one of these environments. Change that one.`);
};
