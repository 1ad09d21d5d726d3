import type { FolderRef, ListedSecret } from '../../../secrets/use-secrets.ts';

/** "3 secrets", or the name of the only one. */
export const countOf = (secrets: readonly { readonly secretKey: string }[]): string =>
  secrets.length === 1 ? secrets[0]!.secretKey : `${secrets.length} secrets`;

/** What the dialogs about selected secrets are given. */
export interface SelectionProps {
  readonly folder: FolderRef;
  readonly secrets: readonly ListedSecret[];
  readonly onClose: () => void;
  /** Called when it is done. */
  readonly onDone: () => void;
}
