import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Runs middleware in sequence as a single Express layer; Express's per-layer dispatch costs more than most of these
 * functions.
 */
export const runInSequence =
  (...steps: readonly RequestHandler[]): RequestHandler =>
  (req: Request, res: Response, next: NextFunction) => {
    let index = 0;
    const runNext = (error?: unknown): void => {
      if (error !== undefined && error !== null) return next(error);
      const step = steps[index];
      index += 1;
      if (!step) return next();
      try {
        const done: unknown = step(req, res, runNext);
        if (done instanceof Promise) done.catch(next);
      } catch (thrown) {
        next(thrown);
      }
    };
    runNext();
  };
