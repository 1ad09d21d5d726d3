import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { RefusedInProject } from '../access/denied.ts';
import { isSecretRead, refusalOf } from '../audit/events.ts';
import type { Config } from '../config.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createScope } from '../request-scope.ts';
import type { Parts } from '../scope.ts';
import { callerOf } from './bind.ts';
import { logFields, type BoundOperation } from './exchange.ts';

const maxIdLength = 128;

/** Query parameters that name a folder. Others may contain a secret, such as a metadata value to search for. */
const folderParameters = ['environment', 'secretPath', 'path'];

/** The target of the request for the audit log, from its path and the folder in its query, never from its body. */
const targetOf = ({ params = {}, query = {} }: Partial<Express.Locals>): Record<string, string> => {
  const named = [
    ...Object.entries<unknown>(params),
    ...Object.entries(query).filter(([name]) => folderParameters.includes(name)),
  ];
  return Object.fromEntries(named.map(([name, value]) => [name, String(value).slice(0, maxIdLength)]));
};

/** The type of the audit log entry for a refusal of this operation; undefined if refusals are not recorded. */
const entryTypeOf = (
  { audit, method }: BoundOperation,
  { auditReads }: Pick<Config, 'auditReads'>,
): string | undefined => {
  if (audit === null) return undefined;
  return method !== 'GET' || (auditReads && isSecretRead(audit)) ? refusalOf(audit) : undefined;
};

/**
 * Records in the audit log that an authenticated actor was not allowed to change something, or to read a secret value
 * or a private key; then passes the error on.
 */
export const recordRefusals =
  (parts: Parts, log: Log): ErrorRequestHandler =>
  (error: unknown, req: Request, res: Response, next: NextFunction) => {
    const { operation, actor, ability } = res.locals as Partial<Express.Locals>;
    const type = operation && entryTypeOf(operation, parts.config);
    if (actor && type !== undefined && error instanceof ServiceError && error.status === 403) {
      try {
        const { audit } = createScope(parts, callerOf(req, res.locals, parts), actor, { ability });
        const refusal = { type, reason: error.name, metadata: { target: targetOf(res.locals) } };
        audit.recordRefusal(error instanceof RefusedInProject ? { ...refusal, project: error.project } : refusal);
      } catch (err) {
        log.error({ ...logFields(res.locals), err }, 'refusal not recorded in the audit log');
      }
    }
    next(error);
  };
