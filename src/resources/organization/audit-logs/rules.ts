import { eventTypes, isSecretEvent, refusedTypes } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import type { AuditLogFilter } from './store.ts';

type Query = Partial<Request<'listAuditLogs'>['query']>;

/** The filters that follow from the request alone. */
export type RequestFilters = Omit<AuditLogFilter, 'organizationId' | 'projects' | 'about' | 'after'>;

const longestMonths = 3;

const issue = (code: ValidationIssue['code'], name: keyof Query, message: string): ValidationIssue => ({
  code,
  in: 'query',
  path: [name],
  message,
});

const yesterday = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 1));

const monthsAfter = (date: Date, months: number): Date => {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
};

const periodIssues = (start: Date, end: Date): ValidationIssue[] => {
  // A leap second has the right format, but Date cannot represent it.
  if (Number.isNaN(start.getTime())) return [issue('format', 'startDate', 'must be a valid time')];
  if (Number.isNaN(end.getTime())) return [issue('format', 'endDate', 'must be a valid time')];
  if (end < start)
    return [issue('invalid', 'endDate', 'must not be before startDate, which defaults to yesterday at midnight')];
  return end > monthsAfter(start, longestMonths)
    ? [issue('too_big', 'endDate', `must not be more than ${longestMonths} months after startDate`)]
    : [];
};

const isRefused = (type: string): boolean => refusedTypes.includes(type);

const pair = /^([A-Za-z]\w*)=(.+)$/s;

/** Reads the filters of a query; 422 for an invalid period, an unknown event or an invalid pair of metadata. */
export const readFilters = (query: Query, now: Date): RequestFilters => {
  const start = query.startDate === undefined ? yesterday(now) : new Date(query.startDate);
  const end = query.endDate === undefined ? now : new Date(query.endDate);
  const types = query.eventType?.split(',').map((type) => type.trim());
  const pairs = query.eventMetadata?.split(',').map((text) => pair.exec(text.trim())) ?? [];
  const issues = [
    ...periodIssues(start, end),
    ...(types ?? [])
      .filter((type) => !eventTypes.has(type))
      .map((type) => issue('enum', 'eventType', `must contain only known events: "${type}" is unknown`)),
    ...(pairs.includes(null)
      ? [issue('pattern', 'eventMetadata', 'must be key=value pairs, separated by commas')]
      : []),
  ];
  refuseIssues(issues);
  return {
    eventTypes: query.outcome === 'refused' ? (types ?? refusedTypes).filter(isRefused) : types,
    otherThan: query.outcome === 'allowed' ? refusedTypes : undefined,
    userAgentType: query.userAgentType,
    actorType: query.actorType ?? (query.actor === undefined ? undefined : 'user'),
    actorId: query.actor,
    metadata: pairs.map((match) => [match![1]!, match![2]!] as const),
    secret: secretFilter(query, types),
    from: timestamp(start),
    until: query.endDate === undefined ? undefined : timestamp(end),
    now: timestamp(now),
  };
};

/** Returns the filter on environment, path and key, which applies only to events about secrets in a project. */
const secretFilter = (
  { projectId, environment, secretPath, secretKey }: Query,
  types: readonly string[] | undefined,
): AuditLogFilter['secret'] =>
  projectId === undefined || !types?.every(isSecretEvent) ? {} : { environment, secretPath, secretKey };
