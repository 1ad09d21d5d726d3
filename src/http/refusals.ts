import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { RefusedInProject } from '../access/denied.ts';
import { isSecretRead, refusalOf } from '../audit/events.ts';
import type { Config } from '../config.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createScope, type Parts } from '../scope.ts';
import { callerOf } from './bind.ts';
import type { BoundOperation } from './exchange.ts';

const longestId = 128;

/**
 * Query parameters that name a folder. Others may hold something secret, such as a value that metadata is searched for.
 */
const folderParameters = ['environment', 'secretPath', 'path'];

/** What the request is about, as far as its path and the folder in its query say: never anything of its body. */
const targetOf = ({ params = {}, query = {} }: Partial<Express.Locals>): Record<string, string> => {
  const named = [
    ...Object.entries<unknown>(params),
    ...Object.entries(query).filter(([name]) => folderParameters.includes(name)),
  ];
  return Object.fromEntries(named.map(([name, value]) => [name, String(value).slice(0, longestId)]));
};

/** The type of the entry that a refusal of this operation leaves, if it leaves one. */
const entryTypeOf = (
  { audit, method }: BoundOperation,
  { auditReads }: Pick<Config, 'auditReads'>,
): string | undefined => {
  if (audit === null) return undefined;
  return method !== 'GET' || (auditReads && isSecretRead(audit)) ? refusalOf(audit) : undefined;
};

/**
 * Records that a known actor was not allowed to change something, or to read a secret value or a private key; then
 * passes the error on.
 */
export const recordRefusals =
  (parts: Parts, log: Log): ErrorRequestHandler =>
  (error: unknown, req: Request, res: Response, next: NextFunction) => {
    const { operation, actor, ability, reqId } = res.locals as Partial<Express.Locals>;
    const type = operation && entryTypeOf(operation, parts.config);
    if (actor && type !== undefined && error instanceof ServiceError && error.status === 403) {
      try {
        const { audit } = createScope(parts, callerOf(req, res.locals), actor, ability);
        const refusal = { type, reason: error.name, metadata: { target: targetOf(res.locals) } };
        audit.recordRefusal(error instanceof RefusedInProject ? { ...refusal, project: error.project } : refusal);
      } catch (err) {
        log.error({ reqId, operation: operation?.id, err }, 'a refusal could not be recorded');
      }
    }
    next(error);
  };
