/** A permission that the contract names. */
export interface NamedPermission {
  readonly action: string;
  readonly subject: string;
}

export const noPermissions: readonly NamedPermission[] = [];

/** Records the checked permissions, so that an operation cannot respond without checking the one of its contract. */
export interface CheckedPermissions {
  /** Whether a permission that the contract names was checked. */
  readonly wasChecked: boolean;
  note(action: string, subject: string): void;
}
