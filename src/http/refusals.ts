import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { RefusedInProject } from '../access/denied.ts';
import { refusalOf } from '../audit/events.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createScope, type Parts } from '../scope.ts';
import { callerOf } from './bind.ts';

const longestId = 128;

/** What the request is about, as far as its path says: never anything of its body. */
const targetOf = (params: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value).slice(0, longestId)]));

/** Somebody whom we know was not allowed to change something: that goes into the audit log, and the error goes on its way. */
export const recordRefusals =
  (parts: Parts, log: Log): ErrorRequestHandler =>
  (error: unknown, req: Request, res: Response, next: NextFunction) => {
    const { operation, actor, ability, params, reqId } = res.locals as Partial<Express.Locals>;
    if (actor && operation?.audit && operation.method !== 'GET' && error instanceof ServiceError && error.status === 403) {
      try {
        const { audit } = createScope(parts, callerOf(req, res.locals), actor, ability);
        const refusal = { type: refusalOf(operation.audit), reason: error.name, metadata: { target: targetOf(params ?? {}) } };
        audit.recordRefusal(error instanceof RefusedInProject ? { ...refusal, project: error.project } : refusal);
      } catch (err) {
        log.error({ reqId, operation: operation.id, err }, 'a refusal could not be recorded');
      }
    }
    next(error);
  };
