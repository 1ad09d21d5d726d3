import { readProjectAbility, type ProjectAbility } from '../access/abilities.ts';
import { mayReadOrigin } from '../events/filter.ts';
import { timestamp, type Clock } from '../platform/clock.ts';
import type { EventOrigin } from '../resources/secrets/events/store.ts';
import type { WebhookRow } from '../resources/secrets/webhooks/store.ts';
import type { Stores } from '../stores.ts';

/** Whether the member behind a webhook may read one of these folders of other projects now. */
export type IsReader = (webhook: WebhookRow, origins: readonly EventOrigin[]) => Promise<boolean>;

/** Returns a check that reads the rules of each member in each project once. */
export const readerCheck = ({ stores, clock }: { stores: Stores; clock: Clock }): IsReader => {
  const abilities = new Map<string, ProjectAbility | undefined>();
  const findAbility = async (
    { organizationId, authorizedBy, authorizedByType }: WebhookRow,
    projectId: string,
  ): Promise<ProjectAbility | undefined> => {
    const membership = await (authorizedByType === 'user'
      ? stores.memberships.findOfUser(organizationId, authorizedBy)
      : stores.memberships.findOfIdentity(organizationId, authorizedBy));
    return membership?.isActive ? readProjectAbility(stores, projectId, { membershipId: membership.id }) : undefined;
  };
  return async (webhook, origins) => {
    for (const origin of origins) {
      const key = `${webhook.authorizedBy} ${origin.projectId}`;
      if (!abilities.has(key)) abilities.set(key, await findAbility(webhook, origin.projectId));
      const held = abilities.get(key);
      if (held?.isMember && mayReadOrigin(held.ability, origin, timestamp(clock.now()))) return true;
    }
    return false;
  };
};
