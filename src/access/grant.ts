import type { Rule } from './rule.ts';
import type { Timestamp } from '../platform/clock.ts';
import { conditionsOf, type Conditions } from './conditions.ts';
import type { Values } from './templates.ts';

/** A period from its start up to, but not including, its end; null for no start or no end. */
export interface TimeSpan {
  readonly startsAt: Timestamp | null;
  readonly endsAt: Timestamp | null;
}

export const permanently: TimeSpan = { startsAt: null, endsAt: null };

/** The rules of a role, a privilege or a service token that a member has, permanently or for a time. */
export interface Grant extends TimeSpan {
  /** Where the rules come from, to explain decisions. */
  readonly source: GrantSource;
  readonly rules: readonly Rule[];
}

export interface GrantSource {
  readonly type: 'role' | 'privilege';
  readonly id: string;
  readonly slug: string;
  readonly name: string | null;
  /** The group through which the member has the role. */
  readonly group: { readonly id: string; readonly name: string } | null;
}

/** A rule of a grant; its conditions are read, and their templates replaced, on first use. */
export class ReadyRule {
  readonly rule: Rule;
  readonly grant: Grant;
  readonly isDeny: boolean;
  readonly #values: Values | undefined;
  #conditions: Conditions | undefined;

  constructor(rule: Rule, grant: Grant, values: Values | undefined) {
    this.rule = rule;
    this.grant = grant;
    this.isDeny = rule.inverted === true;
    this.#values = values;
  }

  get conditions(): Conditions {
    return (this.#conditions ??= conditionsOf(this.rule, this.#values));
  }
}

export const isActive = ({ startsAt, endsAt }: TimeSpan, now: Timestamp): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

/** Whether a span is active now and does not end before the other. */
export const outlasts = (span: TimeSpan, other: TimeSpan, now: Timestamp): boolean =>
  isActive(span, now) && (span.endsAt === null || (other.endsAt !== null && other.endsAt <= span.endsAt));

/** Whether the spans overlap now or later. */
export const overlap = (one: TimeSpan, other: TimeSpan, now: Timestamp): boolean => {
  const starts = [one.startsAt, other.startsAt, now].filter((time) => time !== null);
  const start = starts.reduce((latest, time) => (time > latest ? time : latest));
  return [one.endsAt, other.endsAt].every((end) => end === null || start < end);
};
