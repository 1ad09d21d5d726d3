import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import type { MemberActor } from '../access/actor.ts';
import { RefusedInOrganization, RefusedInProject, type RefusedAction } from '../access/denied.ts';
import { timestamp, type Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { helpSections } from '../platform/help-sections.ts';
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

/** The address of the page that says which roles allow what was refused in the organization, for those who may see roles. */
const addressInOrganization = ({ refused }: RefusedInOrganization, now: Timestamp): string | undefined => {
  if (!refused?.ability.decide('read', 'role', {}, now).isAllowed) return undefined;
  const { action, subject } = refused;
  return `/org/roles?${new URLSearchParams({ subject, action }).toString()}`;
};

/** The section of the guides about a refusal; it depends on nothing but the kind of refusal, which the body says too. */
const sectionFor = ({ help = helpSections.rules }: ServiceError): string => `/docs/guides/${help}`;

/**
 * Adds the address that explains a refusal to its response, in the header `Link`: where a rule decided, the console's
 * page with the question filled in, for callers who may ask it and if it is not too long; otherwise the section of the
 * guides that says who may.
 */
export const linkToHelp = (
  contract: Contract,
  { clock, config }: Pick<Parts, 'clock' | 'config'>,
): ErrorRequestHandler => {
  const sentFields = new SentFields(contract);
  const site = config.isSiteUrlSet ? config.siteUrl : '';
  const addressInProject = (
    { project, refused }: RefusedInProject,
    body: unknown,
    { operation, actor, params, query }: Partial<Express.Locals>,
    now: Timestamp,
  ): string | undefined => {
    if (!operation || !actor || actor.type === 'service' || !refused || !mayAsk(refused, actor, now)) return undefined;
    const question = queryOf(refused, actor, sentFields.in(operation, { params, query, body }));
    return `/p/${encodeURIComponent(project.slug)}/access/explain?${question.toString()}`;
  };
  return (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (error instanceof ServiceError && error.status === 403 && !res.headersSent) {
      const now = timestamp(clock.now());
      const locals = res.locals as Partial<Express.Locals>;
      let address: string | undefined;
      if (error instanceof RefusedInOrganization) address = addressInOrganization(error, now);
      if (error instanceof RefusedInProject) address = addressInProject(error, req.body as unknown, locals, now);
      if (address === undefined || address.length > maxLength) address = sectionFor(error);
      res.setHeader('Link', `<${site}${address}>; rel="help"`);
    }
    next(error);
  };
};
