import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { ServiceError, ValidationFailure } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { answerWithJson } from './answer.ts';

const unexpected = (cause: unknown): ServiceError =>
  new ServiceError(500, 'InternalServerError', 'Internal server error.', { cause });

/** Turns every error into a response in the error envelope; messages of unexpected errors are not disclosed. */
export const answerErrors =
  (log: Log): ErrorRequestHandler =>
  (thrown: unknown, req: Request, res: Response, _next: NextFunction) => {
    const error = thrown instanceof ServiceError ? thrown : unexpected(thrown);
    const { reqId, operation } = res.locals as Partial<Express.Locals>;
    if (error.isRoutine) log.debug({ reqId, operation: operation?.id }, error.message);
    else if (error.status >= 500)
      log.error(
        { reqId, operation: operation?.id, err: error.cause instanceof Error ? error.cause : error },
        error.message,
      );
    else if (error.reason !== undefined)
      log.warn({ reqId, operation: operation?.id, reason: error.reason }, error.message);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // Do not read the rest of the body.
    if (!req.complete) res.set('Connection', 'close');
    res.set(error.headers);
    answerWithJson(res, error.status, {
      reqId,
      statusCode: error.status,
      error: error.name,
      message: error instanceof ValidationFailure ? error.issues : error.message,
      ...(error.details !== undefined && { details: error.details }),
    });
  };
