/** What may be done: one rule allows some actions on one kind of thing. */
export interface Rule {
  readonly subject: string;
  readonly action: readonly string[];
}

export const allows = (rules: readonly Rule[], action: string, subject: string): boolean =>
  rules.some((rule) => rule.subject === subject && rule.action.includes(action));
