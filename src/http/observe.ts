import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Ids } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { clientAddress, logFields, traceIdOf } from './exchange.ts';
import type { RequestObserver } from './metrics.ts';

/**
 * While nobody has set up the server, requests without a caller are logged at the level `debug`: the log would hide the
 * instructions for the set-up. A request with a caller shows that the server is set up, also on another node.
 */
class SetUpNotice {
  #isPending: boolean;

  constructor(isNew: boolean) {
    this.#isPending = isNew;
  }

  levelOf({ statusCode, locals }: Response): 'info' | 'debug' {
    if (!this.#isPending) return 'info';
    const { actor, operation } = locals as Partial<Express.Locals>;
    const isSetUp = actor !== undefined || (operation?.id === 'bootstrapInstance' && statusCode < 300);
    if (isSetUp) this.#isPending = false;
    return isSetUp || statusCode >= 500 ? 'info' : 'debug';
  }
}

/** Assigns the request id, and logs one line and updates the metrics when the request ends. */
export const observe = (
  log: Log,
  ids: Ids,
  onRequestEnd: RequestObserver | undefined,
  isNewServer = false,
): RequestHandler => {
  const notice = new SetUpNotice(isNewServer);
  return (req: Request, res: Response, next: NextFunction) => {
    const started = performance.now();
    res.locals.reqId = ids.requestId();
    res.locals.traceId = traceIdOf(req);
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
        const { ip, actor } = res.locals as Partial<Express.Locals>;
        log[notice.levelOf(res)]({
          ...logFields(res.locals),
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
};
