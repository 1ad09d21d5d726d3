import { hostname } from 'node:os';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Handler } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { notReadyYet } from '../../../platform/errors.ts';

export const getStatus: Handler<'getStatus'> = ({ clock, config }) => ({
  date: timestamp(clock.now()),
  message: 'Ok',
  emailConfigured: config.mail !== null,
  inviteOnlySignup: true,
  redisConfigured: false,
  secretScanningConfigured: false,
  samlDefaultOrgSlug: null,
  auditLogStorageDisabled: false,
  maxIdentityAccessTokenTTL: config.identityTokenMaxTtl,
});

export const getHealth: Handler<'getHealth'> = () => ({ status: 'ok' });

export const getReadiness: Handler<'getReadiness'> = async ({ isStopping, stores, checkStorage }) => {
  if (isStopping()) throw notReadyYet('The server is stopping. Use another node, or try again shortly.');
  await stores.instance.ping();
  await checkStorage();
  return { status: 'ok' };
};

/** How long the database takes to respond, in milliseconds with one decimal. */
const answerMs = async (ping: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await ping();
  return Math.round((performance.now() - began) * 10) / 10;
};

export const getInstanceHealth: Handler<'getInstanceHealth'> = async (scope) => {
  const { clock, stores, auditQueue, eventStreams, webhooks } = scope;
  const uptimeSeconds = Math.floor(process.uptime());
  return {
    version: packageJson.version,
    node: {
      host: hostname(),
      startedAt: timestamp(secondsAfter(clock.now(), -uptimeSeconds)),
      runtime: `Node.js ${process.versions.node}`,
      memoryBytes: process.memoryUsage.rss(),
      eventStreams: eventStreams.hub.count,
      auditEntriesWaiting: auditQueue.waiting,
      auditOldestSeconds: Math.ceil(auditQueue.oldestAgeMs / 1000),
    },
    database: { ...(await scope.describeDatabase()), answerMs: await answerMs(() => stores.instance.ping()) },
    webhookDeliveriesWaiting: await webhooks.countWaiting(),
    leasesHeldSince: await stores.instance.leasesHeldSince(),
  };
};
