/** A permission that the contract names. */
export interface NamedPermission {
  readonly action: string;
  readonly subject: string;
}

export const noPermissions: readonly NamedPermission[] = [];

/** Notes which permissions were asked for, so that an operation cannot answer without the one that its contract names. */
export interface AskedPermissions {
  /** Whether one of those that the contract names was asked for. */
  readonly wasAsked: boolean;
  note(action: string, subject: string): void;
}
