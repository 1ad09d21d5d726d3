/** Allows or denies actions on one subject, possibly under conditions. */
export interface Rule {
  readonly subject: string;
  /** As stored: one action, or a list of them. */
  readonly action: string | readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>> | null;
  readonly inverted?: boolean;
}

/** A member's role: a built-in one by its slug, or `custom` with the rules of that role. */
export interface RoleWithRules {
  readonly role: string;
  readonly permissions: readonly Rule[] | null;
}
