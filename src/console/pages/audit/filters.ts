import type { paths } from '../../../../generated/api.d.ts';

export type LogQuery = NonNullable<paths['/api/v1/organization/audit-logs']['get']['parameters']['query']>;

/** How far back the list goes. */
export const spans = {
  '1h': { label: 'Last hour', hours: 1 },
  '24h': { label: 'Last 24 hours', hours: 24 },
  '7d': { label: 'Last 7 days', hours: 24 * 7 },
  '30d': { label: 'Last 30 days', hours: 24 * 30 },
  // The API takes at most three months, which may be 89 days.
  '12w': { label: 'Last 12 weeks', hours: 24 * 7 * 12 },
} as const;

export type Span = keyof typeof spans;

/** What the address asks for. */
export interface AuditFilters {
  readonly since: Span;
  /** The id of a project. */
  readonly project?: string | undefined;
  readonly actorType?: 'user' | 'identity' | 'service' | 'platform' | undefined;
  /** The id of a user or a machine identity. */
  readonly actor?: string | undefined;
  readonly event?: string | undefined;
  readonly isRefused: boolean;
  /** The id of a secret. */
  readonly secret?: string | undefined;
}

const isSpan = (text: string | null): text is Span => text !== null && Object.hasOwn(spans, text);

const actorTypes = ['user', 'identity', 'service', 'platform'] as const;

export const readFilters = (search: string): AuditFilters => {
  const query = new URLSearchParams(search);
  const text = (name: string): string | undefined => {
    const value = query.get(name)?.trim();
    return value === '' ? undefined : value;
  };
  const since = query.get('since');
  return {
    since: isSpan(since) ? since : text('secret') === undefined ? '24h' : '12w',
    project: text('project'),
    actorType: actorTypes.find((type) => type === text('actorType')),
    actor: text('actor'),
    event: text('event'),
    isRefused: query.get('outcome') === 'refused',
    secret: text('secret'),
  };
};

/** The address of the page with these filters. */
export const auditAddress = ({ since, isRefused, ...filters }: Partial<AuditFilters>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  if (isRefused) query.set('outcome', 'refused');
  if (since !== undefined) query.set('since', since);
  return query.size === 0 ? '/audit' : `/audit?${query.toString()}`;
};

/** Whole minutes, so that the same question is the same query. */
const begin = (span: Span, now: number): string => {
  const minute = Math.floor(now / 60_000) * 60_000;
  return new Date(minute - spans[span].hours * 3_600_000).toISOString();
};

/** The query of the API. */
export const queryOf = (filters: AuditFilters, now: number): LogQuery => ({
  startDate: begin(filters.since, now),
  ...(filters.project !== undefined && { projectId: filters.project }),
  ...(filters.actorType && { actorType: filters.actorType }),
  ...(filters.actor !== undefined && { actor: filters.actor }),
  ...(filters.event !== undefined && { eventType: filters.event }),
  ...(filters.isRefused && { outcome: 'refused' as const }),
  ...(filters.secret !== undefined && { secret: filters.secret }),
  offset: 0,
  limit: 100,
});
