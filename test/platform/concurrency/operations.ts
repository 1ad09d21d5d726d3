import type { OperationId } from '../../../generated/operations.ts';
import type { ModelState, Outcome, Permit, Shown } from './state.ts';

/** An operation with its request, and what the model expects of it. */
export interface ModelOperation {
  readonly id: OperationId;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  /** The permission that the caller has only through a privilege. */
  readonly needs?: Permit;
  /** Whether it never changes anything. */
  readonly isRead?: true;
  /** What a successful response shows. */
  readonly shown: (body: any) => Shown[];
  /** What happens in this state; new objects get these ids, which come from the response. */
  readonly run: (state: ModelState, ids: readonly string[]) => Outcome;
}

/** In the order of their texts. */
export const sorted = (shown: readonly Shown[]): Shown[] =>
  [...shown].sort((one, other) => (one.text < other.text ? -1 : 1));
