import { noValues, readProjectAbility, type ProjectAbility } from '../../../access/abilities.ts';
import { projectActions } from '../../../access/ability.ts';
import { boundaryRefusal } from '../../../access/denied.ts';
import type { Period } from '../../../access/granted.ts';
import { missingPermissions, newProofBudget } from '../../../access/permission-boundary.ts';
import type { ProjectRow } from '../../../access/project.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { parseRange, permanent, spanOf } from '../grants/period.ts';
import { refuseTooMany } from '../privileges/service.ts';
import { userMember } from '../privileges/find.ts';
import type { PrivilegeRow } from '../privileges/store.ts';
import type { ProjectUserRow } from '../project-users/store.ts';
import type { Policy } from '../approval-policies/store.ts';
import type { AccessRequestRow } from './store.ts';

/** The period from now on that a request asks for. */
export const periodFrom = (now: Date, range: string | null): Period =>
  range === null
    ? permanent
    : {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: range,
        temporaryAccessStartTime: timestamp(now),
        temporaryAccessEndTime: timestamp(new Date(now.getTime() + parseRange(range)!)),
      };

/** Finds the own membership of whoever asked, which the privilege belongs to; 400 without one. */
export const findRequester = async (
  { stores }: Pick<Scope, 'stores'>,
  { id: projectId, organizationId }: Pick<ProjectRow, 'id' | 'organizationId'>,
  userId: string,
): Promise<ProjectUserRow> => {
  const [user, [contact]] = await Promise.all([
    stores.projectUsers.findOfUser(projectId, userId),
    stores.projectUsers.findContacts(organizationId, [userId]),
  ]);
  if (!user || !contact)
    throw badRequest(
      'Access is granted to direct members of the project only. Whoever is in it only through a group has to be added first.',
    );
  return user;
};

/**
 * 403 unless one of those who approved, or whoever saved the policy last, has all of it for as long: an approval hands on
 * what somebody has, and creates nothing.
 */
const requireSomebodyHolds = async (
  { stores, clock, access }: Pick<Scope, 'stores' | 'clock' | 'access'>,
  project: ProjectRow,
  { permissions }: AccessRequestRow,
  period: Period,
  membershipIds: ReadonlySet<string>,
): Promise<void> => {
  const now = timestamp(clock.now());
  const budget = newProofBudget();
  const missingFor = async ({ ability, isMember }: ProjectAbility) => {
    const granted = { rules: isMember ? permissions : [], during: spanOf(period), values: noValues };
    return isMember ? missingPermissions(ability, granted, projectActions, now, budget) : undefined;
  };
  const read = (membershipId: string) => readProjectAbility(stores, project.id, { membershipId });
  for (const membershipId of membershipIds) if ((await missingFor(await read(membershipId)))?.length === 0) return;
  const own = await read(access.organization.membershipId);
  throw boundaryRefusal(
    project,
    own.ability,
    (await missingFor(own)) ?? [],
    'None of those who approved has this access for as long, nor whoever saved the policy last. Somebody who has it must approve.',
  );
};

/** Grants what was asked for as an additional privilege, from now on. */
export const grant = async (
  tx: Scope,
  project: ProjectRow,
  request: AccessRequestRow,
  policy: Policy,
  approvers: readonly { readonly membershipId: string }[],
): Promise<PrivilegeRow> => {
  const now = tx.clock.now();
  const period = periodFrom(now, request.temporaryRange);
  const user = await findRequester(tx, project, request.requestedByUserId);
  const isEditorActive = policy.editedBy !== null && (await tx.stores.approvalPolicies.isActiveMember(policy.editedBy));
  const chain = new Set([
    ...approvers.map(({ membershipId }) => membershipId),
    ...(isEditorActive ? [policy.editedBy!] : []),
  ]);
  await requireSomebodyHolds(tx, project, request, period, chain);
  const member = userMember(user);
  const [holder, slugs] = await Promise.all([member.findMembership(tx, project.id), member.listSlugs(tx, project.id)]);
  refuseTooMany(member, slugs.length);
  const privilege: PrivilegeRow = {
    id: tx.ids.uuid(),
    projectMembershipId: user.id,
    slug: `requested-privilege-${request.id}`,
    permissions: request.permissions,
    accessRequestId: request.id,
    ...period,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
  await tx.stores.privileges.insert(holder, privilege);
  return privilege;
};
