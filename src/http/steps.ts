import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * One after the other, as one step of Express: its own way from each step to the next costs more than most of them do.
 */
export const inTurn =
  (...steps: readonly RequestHandler[]): RequestHandler =>
  (req: Request, res: Response, next: NextFunction) => {
    let at = 0;
    const goOn = (error?: unknown): void => {
      if (error !== undefined && error !== null) return next(error);
      const step = steps[at];
      at += 1;
      if (!step) return next();
      try {
        const done: unknown = step(req, res, goOn);
        if (done instanceof Promise) done.catch(next);
      } catch (thrown) {
        next(thrown);
      }
    };
    goOn();
  };
