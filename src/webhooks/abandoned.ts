import { webhookDisabled } from '../audit/events.ts';
import { timestamp } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createStores, type Stores } from '../stores.ts';
import { recordOf, type RecordDeps } from './record.ts';
import { ofProject } from '../transaction-keys.ts';

/** How many webhooks are looked for at once. */
const batch = 100;

/**
 * Disables the webhooks whose responsible member was removed from the project or the organization. They send nothing
 * from that moment on, however the membership ended; this only writes down why, on whichever node comes first.
 */
export const disableAbandoned = async (
  deps: RecordDeps & { readonly database: Database; readonly stores: Stores },
): Promise<void> => {
  let count: number;
  do {
    const now = timestamp(deps.clock.now());
    const abandoned = await deps.stores.webhooks.listAbandoned(now, batch);
    if ((count = abandoned.length) === 0) return;
    for (const webhook of abandoned) {
      const { id: webhookId, environmentSlug: environment, secretPath, authorizedBy, authorizedByType } = webhook;
      const metadata = { webhookId, environment, secretPath, disabledReason: 'member-removed' };
      await deps.database.transaction(ofProject({ ...webhook, id: webhook.projectId }), async ({ db }) => {
        const stores = createStores(db);
        if (await stores.webhooks.disableAbandoned(webhookId, now))
          await recordOf(deps, stores, webhook, {
            type: webhookDisabled,
            metadata: { ...metadata, responsible: { type: authorizedByType, id: authorizedBy } },
          });
      });
    }
  } while (count === batch);
};
