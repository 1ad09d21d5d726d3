import type * as promClient from 'prom-client';
import { timestamp } from '../platform/clock.ts';
import type { Parts } from '../scope.ts';

export type LeaseParts = Pick<Parts, 'leases' | 'stores' | 'clock'>;

/** Adds the metrics about leases of dynamic secrets. While the database is unreachable, the last values stay. */
export const addLeaseMetrics = (
  { Counter, Gauge }: Pick<typeof promClient.default, 'Counter' | 'Gauge'>,
  registers: promClient.Registry[],
  { leases, stores, clock }: LeaseParts,
): void => {
  new Counter({
    name: 'sallyport_lease_revocations_total',
    help: 'Attempts of the server to revoke leases that were due, by provider and outcome.',
    labelNames: ['provider', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [provider, { revoked, failed }] of leases.counts) {
        this.inc({ provider, outcome: 'revoked' }, revoked);
        this.inc({ provider, outcome: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'sallyport_leases',
    help: 'Leases of dynamic secrets by state, on all nodes together; failed ones could not be revoked yet.',
    labelNames: ['state'],
    registers,
    aggregator: 'max',
    async collect() {
      const counts = await stores.dynamicSecretLeases.countByState().catch(() => undefined);
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'sallyport_lease_overdue_seconds',
    help: 'For how long the lease has ended that ended first and is not revoked yet; 0 if there is none.',
    registers,
    aggregator: 'max',
    async collect() {
      const now = clock.now();
      const oldest = await stores.dynamicSecretLeases.oldestOverdue(timestamp(now)).catch(() => null);
      if (oldest !== null) this.set(oldest === undefined ? 0 : (now.getTime() - new Date(oldest).getTime()) / 1000);
    },
  });
};
