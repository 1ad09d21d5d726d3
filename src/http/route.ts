import type { NextFunction, Request, RequestHandler, Response } from 'express';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { methodNotAllowed, notFound } from '../platform/errors.ts';
import type { BoundOperation } from './exchange.ts';

/** A page for people, outside the contract. */
export interface Page {
  readonly path: string;
  readonly show: RequestHandler;
}

type Target = BoundOperation | Page;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const longestParameter = 16_384;

// The router takes functions; ours carry no behaviour, only their target.
const noop = (): void => undefined;

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Finds the operation in time that does not grow with their number (a radix tree), ahead of everything that depends on
 * it: Express's own router and the validator's both try one pattern after another.
 */
export const route = (operations: readonly BoundOperation[], pages: readonly Page[]): RequestHandler => {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: longestParameter });
  for (const operation of operations) router.on(operation.method, expressPath(operation.path), noop, operation);
  for (const page of pages) router.on('GET', page.path, noop, page);

  const find = (method: HTTPMethod, path: string): { target: Target; params: Record<string, string> } | undefined => {
    const found = router.find(method, path);
    return found ? { target: found.store as Target, params: found.params as Record<string, string> } : undefined;
  };

  const refuse = (method: string, path: string): never => {
    const allowed = methods.filter((name) => find(name, path));
    if (allowed.length === 0) throw notFound(`There is nothing at ${method} ${path.slice(0, 200)}.`);
    const allow = allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
    throw methodNotAllowed(`${method} is not possible here. Use ${allow}.`, allow);
  };

  return (req: Request, res: Response, next: NextFunction) => {
    if (!canBeAName(req.path)) throw notFound('There is nothing of that name.');
    const method = req.method === 'HEAD' ? 'GET' : (req.method as HTTPMethod);
    const found = find(method, req.path) ?? refuse(req.method, req.path);
    if ('show' in found.target) return found.target.show(req, res, next);
    res.locals.operation = found.target;
    res.locals.params = found.params;
    next();
  };
};

/** Text that cannot be decoded names nothing; nor does a NUL, which PostgreSQL cannot even be asked for. */
const canBeAName = (path: string): boolean => {
  if (!path.includes('%')) return true;
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
};
