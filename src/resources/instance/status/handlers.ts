import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
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
