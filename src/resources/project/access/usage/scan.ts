import { retentionDaysOf } from '../../../../audit/retention.ts';
import type { ProjectRow } from '../../../../access/project.ts';
import { refusedTypes } from '../../../../audit/events.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../../platform/clock.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import type { Scope } from '../../../../scope.ts';
import type { AuditLogRow } from '../../../organization/audit-logs/store.ts';
import { anything } from './demand.ts';
import { demandsOf } from './demands.ts';
import { GrantedRoles } from './granted-roles.ts';
import type { CountedDemand } from './matching.ts';

const day = 86_400;
const maxDays = 90;
const batch = 1_000;
/** Entries that one request reads, and different demands that it compares with rules. */
const maxEntries = 20_000;
const maxDemands = 5_000;
/** Demands of one entry, and of all entries together: roles with many rules can be granted again and again. */
const maxOfEntry = 2_000;
const maxRead = 200_000;

export interface ScannedLog {
  readonly from: Timestamp;
  readonly to: Timestamp;
  readonly numberOfEntries: number;
  readonly demands: readonly CountedDemand[];
  /** Whether older entries of the period were left out. */
  readonly isCut: boolean;
}

/** Whose requests are looked for: those of one actor, or of actors that a check selects. */
export interface Requesters {
  readonly actor?: { readonly type: 'user' | 'identity'; readonly id: string };
  readonly select: (entries: readonly AuditLogRow[]) => Promise<readonly AuditLogRow[]> | readonly AuditLogRow[];
}

/** Finds the begin of the period in which all requests are recorded. */
const findBegin = async ({ stores, config }: Scope, project: ProjectRow, now: Date): Promise<Timestamp> => {
  const days = Math.min(maxDays, retentionDaysOf(project, config.auditRetentionDays));
  const begin = timestamp(secondsAfter(now, -days * day));
  const completeSince = await stores.auditLogs.completeSince();
  return completeSince > begin ? completeSince : begin;
};

/** Adds up equal demands. */
class Demands {
  readonly counted = new Map<string, CountedDemand>();
  readonly #fields: ReadonlySet<string>;
  readonly #roles: GrantedRoles;
  #read = 0;

  /** Fields that no rule asks for are left out, so that requests that differ only there are equal. */
  constructor(fields: ReadonlySet<string>, roles: GrantedRoles) {
    this.#fields = fields;
    this.#roles = roles;
  }

  get isFull(): boolean {
    return this.counted.size >= maxDemands || this.#read >= maxRead;
  }

  add(entry: AuditLogRow): void {
    const found = demandsOf(entry, (slug) => this.#roles.rulesOf(slug, entry.createdAt));
    const demands = found.length > maxOfEntry ? [...found.slice(0, maxOfEntry), anything] : found;
    this.#read += demands.length;
    for (const { fields, ...demand } of demands) {
      const asked = Object.fromEntries(Object.entries(fields).filter(([field]) => this.#fields.has(field)));
      const key = JSON.stringify([demand.subject, demand.action, demand.isCertain, asked]);
      const counted = this.counted.get(key);
      // The newest entry comes first.
      if (counted) counted.count += 1;
      else this.counted.set(key, { ...demand, fields: asked, count: 1, lastAt: entry.createdAt });
    }
  }
}

/** Reads what requests of the last 90 days needed from the audit log of the project, the newest first. */
export const scanLog = async (
  scope: Scope,
  project: ProjectRow,
  { actor, select }: Requesters,
  fields: ReadonlySet<string>,
): Promise<ScannedLog> => {
  const now = scope.clock.now();
  const [from, to] = [await findBegin(scope, project, now), timestamp(now)];
  const filter = {
    organizationId: project.organizationId,
    projects: { only: project.id },
    otherThan: refusedTypes,
    ...(actor && { actorType: actor.type, actorId: actor.id }),
    metadata: [],
    secret: {},
    from,
    now: to,
  };
  const roles = new GrantedRoles(scope, project.id);
  const demands = new Demands(fields, roles);
  let after: AuditLogRow | undefined;
  let numberOfEntries = 0;
  for (let read = 0; ; read += batch) {
    const entries = await scope.stores.auditLogs.list({ ...filter, after }, { offset: 0, limit: batch });
    const selected = await select(entries);
    let last = entries.at(-1);
    await roles.load(selected);
    for (const entry of selected) {
      if (isTimeUp()) await yieldToEventLoop();
      numberOfEntries += 1;
      demands.add(entry);
      if (demands.isFull) {
        last = entry;
        break;
      }
    }
    const isEnd = entries.length < batch && last === entries.at(-1);
    after = last;
    if (isEnd || read + batch >= maxEntries || demands.isFull)
      return {
        from: isEnd ? from : after!.createdAt,
        to,
        numberOfEntries,
        demands: [...demands.counted.values()],
        isCut: !isEnd,
      };
  }
};
