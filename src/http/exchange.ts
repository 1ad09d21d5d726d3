import type { Request } from 'express';
import type { Ability } from '../access/ability.ts';
import type { Actor, Invitee } from '../access/actor.ts';
import type { Operation, OperationId } from '../../generated/operations.ts';
import type { PermissionCheck } from './permission.ts';

/** An operation of the contract with the handler that carries it out. */
export interface BoundOperation extends Operation {
  readonly id: OperationId;
  readonly check: PermissionCheck;
  readonly handler: (scope: unknown, request: unknown) => unknown;
}

/** What the middleware learns of a request on its way, kept in `res.locals`. */
declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to type Express's own bag
  namespace Express {
    interface Locals {
      reqId: string;
      /** Where the request comes from. */
      ip: string;
      /** From here on: set by the router. */
      operation: BoundOperation;
      /**
       * Of the path; the validator gives them the contract's types, which Express's own would lose at the next step.
       */
      params: Record<string, string>;
      /** Without what is empty; after the validator, with the contract's types. */
      query: Record<string, unknown>;
      actor: Actor | undefined;
      /** What the actor may do in its organization, if it has one. */
      ability: Ability | undefined;
      invitee: Invitee | undefined;
      /** Whether the body may hold text that no database can store. */
      mayBeUnstorable: boolean;
      /** Whether the structure of the body could not be checked before it was parsed. */
      isStructureOpen: boolean;
    }
  }
}

/** With all of its fields from the start: the bag that Express would make is slow to look into. */
export const newLocals = (): Express.Locals => ({
  reqId: '',
  ip: '',
  operation: undefined as unknown as BoundOperation,
  params: {},
  query: {},
  actor: undefined,
  ability: undefined,
  invitee: undefined,
  mayBeUnstorable: false,
  isStructureOpen: false,
});

/** The socket's address, or what a trusted proxy says; an IPv4 address in its own form. */
export const clientAddress = (req: Request): string => (req.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
