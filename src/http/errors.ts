import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { ServiceError, ValidationFailure } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { sendJson } from './send-json.ts';
import { logFields } from './exchange.ts';

const unexpected = (cause: unknown): ServiceError =>
  new ServiceError(500, 'InternalServerError', 'Internal server error.', { cause });

/** Turns every error into a response in the error envelope; messages of unexpected errors are not disclosed. */
export const respondToErrors =
  (log: Log): ErrorRequestHandler =>
  (thrown: unknown, req: Request, res: Response, _next: NextFunction) => {
    const error = thrown instanceof ServiceError ? thrown : unexpected(thrown);
    const { reqId } = res.locals as Partial<Express.Locals>;
    const fields = logFields(res.locals);
    if (error.reason !== undefined) log.warn({ ...fields, reason: error.reason }, error.message);
    else if (error.isRoutine) log.debug(fields, error.message);
    else if (error.status >= 500)
      log.error({ ...fields, err: error.cause instanceof Error ? error.cause : error }, error.message);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // Do not read the rest of the body.
    if (!req.complete) res.set('Connection', 'close');
    res.set(error.headers);
    sendJson(res, error.status, {
      reqId,
      statusCode: error.status,
      error: error.name,
      message: error instanceof ValidationFailure ? error.issues : error.message,
      ...(error.details !== undefined && { details: error.details }),
      ...(error.context && { context: error.context }),
    });
  };
