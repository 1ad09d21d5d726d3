import type { Icon } from '@tabler/icons-react';

/** An entry of the command palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: Icon;
  readonly run: () => unknown;
}

/** Shorter texts match nearly everything. */
export const minSearch = 2;
