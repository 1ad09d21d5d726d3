import type { SubjectFields } from '../../../../access/conditions.ts';
import type { Rule } from '../../../../access/rule.ts';

/** A permission that a request needed, as far as its audit log entry shows; fields that it does not show are missing. */
export interface Demand {
  readonly subject: string;
  readonly action: string;
  readonly fields: SubjectFields;
  /** Whether the request needed it; otherwise it may have. */
  readonly isCertain: boolean;
}

/** Whoever grants something has to hold it, whatever it is. */
export const anything: Demand = { subject: '*', action: '*', fields: {}, isCertain: false };

export type Metadata = Readonly<Record<string, unknown>>;

/** What is known besides the metadata of an entry. */
export interface EntryContext {
  readonly operation: string;
  /** The rules that a role had then; undefined if they may have been others than now. */
  readonly rulesOf: (slug: string) => readonly Rule[] | undefined;
}

export type Reader = (metadata: Metadata, context: EntryContext) => readonly Demand[];

export const demands = (
  isCertain: boolean,
  subject: string,
  actions: readonly string[],
  fields: SubjectFields,
): Demand[] => actions.map((action) => ({ subject, action, fields, isCertain }));
export const needed = (subject: string, actions: readonly string[], fields: SubjectFields = {}) =>
  demands(true, subject, actions, fields);
export const possible = (subject: string, actions: readonly string[], fields: SubjectFields = {}) =>
  demands(false, subject, actions, fields);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const itemsOf = (value: unknown): readonly Metadata[] => (Array.isArray(value) ? (value as Metadata[]) : []);
