import type { Contract, OperationKey } from './contract.ts';

/** What is checked of a request. A check gives valid values the types and defaults of the contract. */
export interface RequestParts {
  readonly query: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly params: Record<string, unknown>;
  readonly body: unknown;
}

/** An error in a request, as express-openapi-validator describes it. */
export interface RequestError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** Returns the errors in a request. */
export type Check = (parts: RequestParts) => readonly RequestError[] | Promise<readonly RequestError[]>;

/** Creates the check of an operation. */
export type CheckOf = (contract: Contract, operation: OperationKey) => Check;
