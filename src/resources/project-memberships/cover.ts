import { readProjectAbility } from '../../access/abilities.ts';
import { projectActions } from '../../access/ability.ts';
import { Effort, missingPermissions } from '../../access/cover.ts';
import { requireNothingMissingIn } from '../../access/denied.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Scope } from '../../scope.ts';

/**
 * 403 unless the caller holds everything that the member holds in its projects, now or later: for whoever can become that member.
 * Each role and privilege is judged by itself, for a deny of one need not outlast the other. Whoever may enter all projects holds it anyway.
 */
export const requireCoverInProjects = async ({ access, stores, clock }: Pick<Scope, 'access' | 'stores' | 'clock'>, membershipId: string): Promise<void> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return;
  const now = timestamp(clock.now());
  const effort = new Effort();
  for (const { id: projectId } of await stores.projects.listOfMember(membershipId)) {
    const { ability, values } = await readProjectAbility(stores, projectId, { membershipId });
    // Whoever is no member of the project holds nothing there, and so lacks everything.
    const own = await readProjectAbility(stores, projectId, access.organization);
    const lasting = ability.grants.filter(({ endsAt }) => endsAt === null || now < endsAt);
    requireNothingMissingIn(own, lasting.flatMap(({ rules }) => missingPermissions(own.ability, rules, values, projectActions, now, effort)));
  }
};
