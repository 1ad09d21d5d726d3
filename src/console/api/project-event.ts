import type { components } from '../../../generated/api.d.ts';

export type EventKind = components['schemas']['EventKind'];

/** A change of secrets in one folder. */
export interface ProjectEvent {
  readonly kind: EventKind;
  readonly environment: string;
  readonly path: string;
  /** Empty for changes that show through imports and references. */
  readonly names: readonly string[];
}
