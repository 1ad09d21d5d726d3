import type { Timestamp } from '../platform/clock.ts';
import type { Rule } from '../resources/roles/store.ts';
import { conditionsOf, type Conditions } from './conditions.ts';
import type { Values } from './templates.ts';

/** Rules that somebody was given together, by a role or a privilege, for good or for a time. */
export interface Grant {
  /** Where they come from, for whoever asks. */
  readonly source: GrantSource;
  readonly rules: readonly Rule[];
  /** Null for what has no beginning, or no end. */
  readonly startsAt: Timestamp | null;
  readonly endsAt: Timestamp | null;
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

export const isActive = ({ startsAt, endsAt }: Pick<Grant, 'startsAt' | 'endsAt'>, now: Timestamp): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
