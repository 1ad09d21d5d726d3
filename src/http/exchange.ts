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
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to type `res.locals`
  namespace Express {
    interface Locals {
      reqId: string;
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
  ip: '',
  operation: undefined as unknown as BoundOperation,
  params: {},
  query: {},
  actor: undefined,
  ability: undefined,
  invitee: undefined,
  project: undefined,
  mayBeUnstorable: false,
  isStructureUnchecked: false,
});

/** The client's address, from the socket or a trusted proxy; mapped IPv4 addresses in their IPv4 form. */
export const clientAddress = (req: Request): string => (req.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
