import type { NextFunction, Request, RequestHandler, Response } from 'express';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { methodNotAllowed, notFound } from '../platform/errors.ts';
import type { BoundOperation } from './exchange.ts';
import { MissingFeatures } from './missing-features.ts';
import { NearestRoute } from './nearest-route.ts';

/** A page for browsers, which is not part of the contract. */
export interface Page {
  readonly path: string;
  readonly show: RequestHandler;
}

type Target = BoundOperation | Page;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const longestParameter = 16_384;

// The router requires a function; the target is stored beside it.
const noop = (): void => undefined;

/** A key that orders templates of the same path: OpenAPI prefers fixed segments, from the left. */
const parametersOf = (path: string): string =>
  path.replaceAll(/[^/]+/g, (segment) => (/[{:*]/.test(segment) ? '1' : '0'));

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Finds the operation with a radix tree, in time that does not depend on the number of operations; the routers of
 * Express and of the validator try one pattern after another.
 */
export const route = (
  operations: readonly BoundOperation[],
  pages: readonly Page[],
  pageOf: (req: Request, res: Response) => boolean = () => false,
): RequestHandler => {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: longestParameter });
  for (const operation of operations) router.on(operation.method, expressPath(operation.path), noop, operation);
  for (const page of pages) router.on('GET', page.path, noop, page);

  let nearestRoute: NearestRoute | undefined;
  let missingFeatures: MissingFeatures | undefined;

  const find = (method: HTTPMethod, path: string): { target: Target; params: Record<string, string> } | undefined => {
    const match = router.find(method, path);
    return match ? { target: match.store as Target, params: match.params as Record<string, string> } : undefined;
  };

  const unknownPath = (method: string, path: string): string => {
    missingFeatures ??= new MissingFeatures(operations.map((operation) => operation.path));
    const missing = missingFeatures.find(path);
    const start = `There is no operation ${method} ${path.slice(0, 200)}.`;
    if (missing !== undefined) return `${start} Infisical has it for ${missing}, which Sallyport does not offer.`;
    nearestRoute ??= new NearestRoute(operations);
    const nearest = nearestRoute.find(method === 'HEAD' ? 'GET' : method, path);
    const advice = nearest ? `Did you mean ${nearest.method} ${nearest.path}?` : 'See /docs for all operations.';
    return `${start} ${advice}`;
  };

  const refuse = (method: string, path: string): never => {
    const found = methods.flatMap((name) => {
      const match = find(name, path);
      return match ? [{ name, parameters: parametersOf(match.target.path) }] : [];
    });
    if (found.length === 0) throw notFound(unknownPath(method, path));
    const fewest = found.map(({ parameters }) => parameters).sort()[0];
    const allowed = found.filter(({ parameters }) => parameters === fewest).map(({ name }) => name);
    const allow = allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
    throw methodNotAllowed(`${method} is not supported for this path. Use ${allow}.`, allow);
  };

  return (req: Request, res: Response, next: NextFunction) => {
    if (!isDecodable(req.path))
      throw notFound('The path is not valid percent-encoded UTF-8, or contains a NUL character.');
    const method = req.method === 'HEAD' ? 'GET' : (req.method as HTTPMethod);
    const match = find(method, req.path);
    if (!match && pageOf(req, res)) return;
    const { target, params } = match ?? refuse(req.method, req.path);
    if ('show' in target) return target.show(req, res, next);
    res.locals.operation = target;
    res.locals.params = params;
    next();
  };
};

/** Whether the path can be decoded, and has no NUL, which PostgreSQL would refuse as a parameter. */
const isDecodable = (path: string): boolean => {
  if (!path.includes('%')) return true;
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
};
