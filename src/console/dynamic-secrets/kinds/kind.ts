import type { FieldSet, InputField } from '../../targets/input-field.ts';

/** What people choose from: a type of provider, or one kind of it. */
export interface Kind extends FieldSet {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  /** What all kinds of the type are called, if there are several. */
  readonly typeLabel?: string;
  readonly fixed: Readonly<Record<string, string>>;
  readonly defaultTTL: string;
  readonly maxTTL: string;
  readonly canRenew: boolean;
  /** Whether it makes users, whose names can have a template, in a system that the server has to reach. */
  readonly hasTarget: boolean;
  /** What each lease is asked for, too. */
  readonly leaseField?: InputField;
}

/** What kinds have that make users in other systems. */
export const ofTarget = { defaultTTL: '1 hour', maxTTL: '1 day', canRenew: true, hasTarget: true } as const;

export const statementFields: readonly InputField[] = [
  { name: 'creationStatement', label: 'To create a user', type: 'statement', initial: '' },
  { name: 'renewStatement', label: 'To renew (optional)', type: 'statement', initial: '', isOptional: true },
  { name: 'revocationStatement', label: 'To revoke', type: 'statement', initial: '' },
];
