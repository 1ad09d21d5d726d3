import type { Request } from 'express';
import type { NamedProject } from '../access/access.ts';
import type { Ability } from '../access/ability.ts';
import type { Actor, Invitee } from '../access/actor.ts';
import type { Operation, OperationId } from '../../generated/operations.ts';
import type { PermissionCheck } from './permission.ts';

/** An operation of the contract with its handler. */
export interface BoundOperation extends Operation {
  readonly id: OperationId;
  readonly check: PermissionCheck;
  readonly handler: (scope: unknown, request: unknown) => unknown;
}

/** What the middleware knows about a request, in `res.locals`. */
declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the only way to type `res.locals`
  namespace Express {
    interface Locals {
      reqId: string;
      /** The trace that the request is part of, as its caller says; empty without one. */
      traceId: string;
      /** The client's address. */
      ip: string;
      /** This and the following fields are set by the router or later. */
      operation: BoundOperation;
      /** Path parameters, with the types of the contract after validation; Express would reset `req.params`. */
      params: Record<string, string>;
      /** Query parameters that are not empty, with the types of the contract after validation. */
      query: Record<string, unknown>;
      actor: Actor | undefined;
      /** What the actor may do in its organization, if it has one. */
      ability: Ability | undefined;
      invitee: Invitee | undefined;
      /** The project that the path or query names, while it is read. */
      project: NamedProject | undefined;
      /** Whether the caller was identified before the whole body had arrived. */
      isBodyPending: boolean;
      /** Whether the body may contain text that cannot be stored. */
      mayBeUnstorable: boolean;
      /** Whether the structure of the body could not be checked before it was parsed. */
      isStructureUnchecked: boolean;
    }
  }
}

/** Creates the object with all of its fields, because the one that Express creates has slow property access. */
export const newLocals = (): Express.Locals => ({
  reqId: '',
  traceId: '',
  ip: '',
  operation: undefined as unknown as BoundOperation,
  params: {},
  query: {},
  actor: undefined,
  ability: undefined,
  invitee: undefined,
  project: undefined,
  isBodyPending: false,
  mayBeUnstorable: false,
  isStructureUnchecked: false,
});

/** The client's address, from the socket or a trusted proxy; mapped IPv4 addresses in their IPv4 form. */
export const clientAddress = (req: Request): string => (req.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** The id of the trace in the header `traceparent` (W3C Trace Context); empty if there is none or it is malformed. */
export const traceIdOf = (req: Request): string => {
  const header = req.headers.traceparent;
  return typeof header === 'string' ? (traceparent.exec(header)?.[1] ?? '') : '';
};

/** What every line of the log about a request says. */
export const logFields = ({
  reqId,
  traceId,
  operation,
}: Partial<Express.Locals>): { reqId: string | undefined; traceId?: string; operation: string | undefined } => ({
  reqId,
  ...(traceId && { traceId }),
  operation: operation?.id,
});
