import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import type { MemberActor } from '../access/actor.ts';
import { RefusedInProject, type RefusedAction } from '../access/denied.ts';
import { timestamp, type Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Parts } from '../scope.ts';
import type { Contract } from './openapi-validator/contract.ts';
import { SentFields } from './sent-fields.ts';

/** Servers and proxies limit the size of all headers together. */
const maxLength = 2000;

/** Whether the caller may ask why it is allowed something in the project, as `explainAccess` decides. */
const mayAsk = ({ ability }: RefusedAction, actor: MemberActor, now: Timestamp): boolean => {
  try {
    const { isAllowed } =
      actor.type === 'user'
        ? ability.decide('read', 'member', { userEmail: actor.username }, now)
        : ability.decide('read', 'identity', { identityId: actor.id }, now);
    return isAllowed;
  } catch (error) {
    // Too many rules to compare: the refusal is sent without the link.
    if (error instanceof ServiceError) return false;
    throw error;
  }
};

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );

/**
 * The question as the query of an address. It has only fields that the request has sent: one by the id of a secret must
 * not reveal the folder of the secret. If there are others, it names nobody, so that the reader completes it first.
 */
const queryOf = (
  { action, subject, fields }: RefusedAction,
  actor: MemberActor,
  isSent: ReturnType<SentFields['in']>,
): URLSearchParams => {
  const named = Object.entries(fields)
    .map(([field, value]) => [field, textsOf(value)] as const)
    .filter(([, texts]) => texts.length > 0);
  const sent = named.filter(([field, texts]) => isSent(field, texts));
  const query = new URLSearchParams();
  if (sent.length === named.length)
    query.set('actor', `${actor.type}:${actor.type === 'user' ? actor.username : actor.name}`);
  query.set('subject', subject);
  query.set('action', action);
  for (const [field, texts] of sent) query.set(field, texts.join(','));
  return query;
};

/**
 * Adds the address that explains a refusal in a project to its response, in the header `Link`: the console's page with
 * the question filled in. Only for callers who may ask it, and only if it is not too long.
 */
export const linkToHelp = (
  contract: Contract,
  { clock, config }: Pick<Parts, 'clock' | 'config'>,
): ErrorRequestHandler => {
  const sentFields = new SentFields(contract);
  const site = config.isSiteUrlSet ? config.siteUrl : '';
  return (error: unknown, req: Request, res: Response, next: NextFunction) => {
    const { operation, actor, params, query } = res.locals as Partial<Express.Locals>;
    if (!(error instanceof RefusedInProject) || !operation || !actor || actor.type === 'service') return next(error);
    const { project, refused } = error;
    if (refused && mayAsk(refused, actor, timestamp(clock.now()))) {
      const question = queryOf(refused, actor, sentFields.in(operation, { params, query, body: req.body as unknown }));
      const address = `/p/${encodeURIComponent(project.slug)}/access/explain?${question.toString()}`;
      if (address.length <= maxLength && !res.headersSent) res.setHeader('Link', `<${site}${address}>; rel="help"`);
    }
    next(error);
  };
};
