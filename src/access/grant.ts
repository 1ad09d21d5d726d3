import type { Rule } from './rule.ts';
import type { Timestamp } from '../platform/clock.ts';
import { conditionsOf, type Conditions } from './conditions.ts';
import type { Values } from './templates.ts';

/** A period from its start up to, but not including, its end; null for no start or no end. */
export interface TimeSpan {
  readonly startsAt: Timestamp | null;
  readonly endsAt: Timestamp | null;
}

export const forGood: TimeSpan = { startsAt: null, endsAt: null };

/** Rules that somebody was given together, by a role, a privilege or a service token, for good or for a time. */
export interface Grant extends TimeSpan {
  /** Where they come from, for whoever asks. */
  readonly source: GrantSource;
  readonly rules: readonly Rule[];
}

export interface GrantSource {
  readonly type: 'role' | 'privilege';
  readonly id: string;
  readonly slug: string;
  readonly name: string | null;
  /** The group that a role comes through. */
  readonly group: { readonly id: string; readonly name: string } | null;
}

/** A rule with where it comes from, and its conditions with the templates filled in, once they are asked for. */
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

/** Whether a span is active now and ends no sooner than the other. */
export const outlasts = (span: TimeSpan, other: TimeSpan, now: Timestamp): boolean =>
  isActive(span, now) && (span.endsAt === null || (other.endsAt !== null && other.endsAt <= span.endsAt));

/** Whether there is a time, now or later, that lies in both spans. */
export const overlap = (one: TimeSpan, other: TimeSpan, now: Timestamp): boolean => {
  const starts = [one.startsAt, other.startsAt, now].filter((time) => time !== null);
  const start = starts.reduce((latest, time) => (time > latest ? time : latest));
  return [one.endsAt, other.endsAt].every((end) => end === null || start < end);
};
