import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Ids } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { clientAddress } from './exchange.ts';
import type { RequestObserver } from './metrics.ts';

/** Assigns the request id, and logs one line and updates the metrics when the request ends. */
export const observe =
  (log: Log, ids: Ids, onRequestEnd: RequestObserver | undefined): RequestHandler =>
  (req: Request, res: Response, next: NextFunction) => {
    const started = performance.now();
    res.locals.reqId = ids.requestId();
    res.locals.ip = clientAddress(req);
    res.setHeader('X-Request-Id', res.locals.reqId);
    if (onRequestEnd) {
      res.once('close', () => {
        const { operation } = res.locals as Partial<Express.Locals>;
        onRequestEnd({
          operation: operation?.id ?? '',
          status: res.statusCode,
          seconds: (performance.now() - started) / 1000,
        });
      });
    }
    if (log.isLevelEnabled('info')) {
      res.once('close', () => {
        const { reqId, ip, operation, actor } = res.locals as Partial<Express.Locals>;
        log.info({
          reqId,
          operation: operation?.id,
          method: req.method,
          status: res.statusCode,
          durationMs: Math.round((performance.now() - started) * 1000) / 1000,
          ip,
          ...(actor && { actor: { type: actor.type, id: actor.id, organizationId: actor.organization?.id } }),
          ...(!res.writableFinished && { aborted: true }),
        });
      });
    }
    next();
  };
