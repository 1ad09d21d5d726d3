import type { ValidateFunction } from 'ajv';
import type { Operation, OperationId } from '../../../generated/operations.ts';

/** What a validator needs to know about an operation. */
export type OperationKey = Pick<Operation, 'path' | 'method'> & { readonly id: OperationId };

/** The compiled schemas of one operation; each checks an object with the parts of a request. */
export interface OperationSchemas {
  readonly parameters: ValidateFunction;
  readonly body: ValidateFunction;
}

/** The compiled schemas of all operations. */
export interface CompiledSchemas {
  of(operation: OperationKey): OperationSchemas;
  /** The number of values that were checked against a union or as items, for tests. */
  readonly checks: number;
}
