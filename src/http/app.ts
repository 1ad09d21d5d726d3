import express, { type Express, type Request, type Response } from 'express';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { handlers } from '../handlers.ts';
import type { Log } from '../platform/log.ts';
import type { Parts } from '../scope.ts';
import { ResponseCache } from './response-cache.ts';
import { authenticate, authenticateLateBody } from './authenticate.ts';
import { bindOperations, handle } from './bind.ts';
import { readBody } from './body.ts';
import { consolePages, showConsole } from './console.ts';
import { docs } from './docs.ts';
import { respondToErrors } from './errors.ts';
import { linkToHelp } from './help-links.ts';
import { rateLimits } from './limits.ts';
import type { RequestObserver } from './metrics.ts';
import { observe } from './observe.ts';
import { Outgoing } from './outgoing.ts';
import { clearRefusedCookie } from './refresh-cookie.ts';
import { recordRefusals } from './refusals.ts';
import { route } from './route.ts';
import { crossOrigin, securityHeaders } from './security.ts';
import { runInSequence } from './sequence.ts';
import type { Refuse } from './client-errors.ts';
import { Validators } from './validate.ts';

export interface App {
  readonly express: Express;
  /** Responds to malformed and incomplete requests. */
  readonly refuse: Refuse;
  readonly log: Log;
}

/** Shared by all servers of the process: they depend on the contract alone. */
const sharedValidators = new Validators(contract);

/** Assembles the middleware, in the order in which it handles every request. */
export const createApp = (
  parts: Parts,
  log: Log,
  {
    onRequestEnd,
    outgoing = new Outgoing(parts.config, log),
    responseCache = new ResponseCache(parts.clock),
    isNew = false,
    validators = sharedValidators,
  }: {
    onRequestEnd?: RequestObserver;
    outgoing?: Outgoing;
    responseCache?: ResponseCache;
    /** Whether nobody has set up the server yet. */
    isNew?: boolean;
    validators?: Validators | undefined;
  } = {},
): App => {
  const { config, ids } = parts;
  const operations = bindOperations(handlers);

  const observeRequest = observe(log, ids, onRequestEnd, isNew);
  const respondToError = respondToErrors(log);
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', 'simple')
    .set('trust proxy', [...config.trustProxy]);
  app.use(
    runInSequence(
      observeRequest,
      securityHeaders(),
      ...crossOrigin(config.corsOrigins),
      route(operations, [...consolePages, ...docs(contract, config.siteUrl)], showConsole),
      ...rateLimits(config),
      authenticate(parts),
      readBody(config.bodyLimit),
      authenticateLateBody(parts),
      validators.middleware,
      handle(parts, { outgoing, responseCache }),
    ),
    validators.adviseOnKeys,
    recordRefusals(parts, log),
    linkToHelp(contract, parts),
    clearRefusedCookie(config),
    respondToError,
  );

  const beforeError = runInSequence(observeRequest, securityHeaders());
  return {
    express: app,
    log,
    refuse: (error, req, res) => {
      const respond = (): unknown => respondToError(error, req as Request, res as Response, () => undefined);
      if ((res as Response).locals.reqId === '') void beforeError(req as Request, res as Response, respond);
      else respond();
    },
  };
};
