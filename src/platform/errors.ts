import type { HelpSection } from './help-sections.ts';

/** An error meant for the caller: `http` sends its status, name, message, details, context and headers, and nothing else. */
export class ServiceError extends Error {
  readonly status: number;
  readonly details: unknown;
  /** What the CLI reads in errors of the second factor. */
  readonly context: { readonly code: string } | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The section of the guides about a 403 that no rule decides. */
  readonly help: HelpSection | undefined;
  /** For the log only. */
  readonly reason: string | undefined;
  /** Whether it is part of ordinary operation, and so not logged as an error. */
  readonly isRoutine: boolean;

  constructor(
    status: number,
    name: string,
    message: string,
    more: {
      details?: unknown;
      context?: { readonly code: string };
      headers?: Record<string, string>;
      help?: HelpSection | undefined;
      cause?: unknown;
      reason?: string;
      isRoutine?: boolean;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.name = name;
    this.details = more.details;
    this.context = more.context;
    this.headers = more.headers ?? {};
    this.help = more.help;
    this.reason = more.reason;
    this.isRoutine = more.isRoutine ?? false;
  }
}

export interface ValidationIssue {
  code: 'required' | 'type' | 'too_small' | 'too_big' | 'enum' | 'format' | 'pattern' | 'unknown' | 'invalid';
  in: 'body' | 'query' | 'path' | 'header';
  path: string[];
  message: string;
}

/** The most issues that one response lists. */
export const maxIssues = 50;

/** A request that is invalid by itself, whatever is stored. */
export class ValidationFailure extends ServiceError {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super(422, 'ValidationFailure', 'The request is not valid.');
    this.issues = issues.slice(0, maxIssues);
  }
}

/** Throws a 422 that lists the issues, if there are any. */
export const refuseIssues = (issues: readonly ValidationIssue[]): void => {
  if (issues.length > 0) throw new ValidationFailure(issues);
};

export const badRequest = (message: string): ServiceError => new ServiceError(400, 'BadRequest', message);

export const missingToken = (message: string): ServiceError =>
  new ServiceError(401, 'UnauthorizedError', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

export const badToken = (message: string, cause?: unknown): ServiceError =>
  new ServiceError(401, 'TokenError', message, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    cause,
  });

/** A 403 that no rule decides; the section of the guides says who may. */
export const forbidden = (message: string, help: HelpSection): ServiceError =>
  new ServiceError(403, 'ForbiddenError', message, { help });

export const notFound = (message: string): ServiceError => new ServiceError(404, 'NotFound', message);

/** For a request that has a slug where an id is needed, from a caller who may know the id. */
export const slugInsteadOfId = (what: string, slug: string, id: string): ServiceError =>
  notFound(`There is no ${what} with the id '${slug}'. That is its slug; its id is ${id}.`);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text that is no known id may be a slug. */
export const mayBeSlug = (text: string): boolean =>
  text.length <= 64 && /^[a-z\d]+(-[a-z\d]+)*$/.test(text) && !uuid.test(text);

/** For a request that names what it expects to change; `what` is "this role". */
export const changedMeanwhile = (what: string): ServiceError =>
  new ServiceError(
    409,
    'ChangedMeanwhile',
    `Somebody else has changed ${what} since you read it. Read it again, and decide anew.`,
    { details: { conflicts: [] } },
  );

export const methodNotAllowed = (message: string, allow: string): ServiceError =>
  new ServiceError(405, 'MethodNotAllowed', message, { headers: { Allow: allow } });

export const payloadTooLarge = (message: string): ServiceError => new ServiceError(413, 'PayloadTooLarge', message);

export const unsupportedMediaType = (message: string): ServiceError =>
  new ServiceError(415, 'UnsupportedMediaType', message);

export const tooManyRequests = (message: string, headers: Record<string, string> = {}): ServiceError =>
  new ServiceError(429, 'RateLimitExceeded', message, { headers });

/** For reads only: a request that changed something always gets its response, however long. */
export const responseTooLarge = (limit: number): ServiceError =>
  new ServiceError(
    400,
    'AnswerTooLarge',
    `The response is larger than ${limit} bytes (ANSWER_LIMIT). Ask for less at once: a single folder, without imports or subfolders, with a filter, or page by page.`,
  );

export const unavailable = (message: string, cause?: unknown): ServiceError =>
  new ServiceError(503, 'ServiceUnavailable', message, { headers: { 'Retry-After': '2' }, cause });

export const notReadyYet = (message: string): ServiceError =>
  new ServiceError(503, 'ServiceUnavailable', message, { headers: { 'Retry-After': '2' }, isRoutine: true });

/** Why the program cannot start; printed for the operator without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
