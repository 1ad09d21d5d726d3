import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';
import { refuseIssues, ValidationFailure, type ValidationIssue } from '../platform/errors.ts';
import type { BoundOperation } from './exchange.ts';
import { withMisspeltKeys, type Keys } from './misspelt-keys.ts';
import type { Check, CheckOf, RequestError } from './openapi-validator/checks.ts';
import type { Contract } from './openapi-validator/contract.ts';
import { toIssues, unstorableIssues } from './openapi-validator/issues.ts';
import { checkOf } from './openapi-validator/middleware.ts';
import { QueryValues } from './openapi-validator/query-values.ts';
import { Sizes } from './openapi-validator/sizes.ts';
import { refuseParsedStructure } from './openapi-validator/structure.ts';
import { queryOf } from './query.ts';
import { prefersStrict, QueryWarnings } from './query-warnings.ts';

/** Validates requests against the contract. The checks of an operation are created on first use. */
export class Validators {
  readonly #contract: Contract;
  readonly #checkOf: CheckOf;
  readonly #sizes: Sizes;
  readonly #values: QueryValues;
  readonly #warnings: QueryWarnings;
  readonly #checks = new Map<string, Check>();
  #validated = 0;
  #errors = 0;

  constructor(contract: Contract, check: CheckOf = checkOf) {
    this.#contract = contract;
    this.#checkOf = check;
    this.#sizes = new Sizes(contract);
    this.#values = new QueryValues(contract);
    this.#warnings = new QueryWarnings(contract);
  }

  /**
   * Counts the work so far, for tests: values whose size was checked, requests whose content was, and the errors that
   * were found there.
   */
  get work(): { readonly sizes: number; readonly validated: number; readonly errors: number } {
    return { sizes: this.#sizes.checks, validated: this.#validated, errors: this.#errors };
  }

  readonly middleware: RequestHandler = (req: Request, res: Response, next: NextFunction) => {
    const { locals } = res;
    const { operation } = locals;
    locals.query = queryOf(req.url);
    const warning = this.#warnings.find(operation, locals.query);
    if (warning !== undefined) res.setHeader('Warning', warning);
    const isStrict = prefersStrict(req.headers.prefer);
    if (isStrict) res.setHeader('Preference-Applied', 'handling=strict');
    const unknown = isStrict ? this.#warnings.issuesIn(operation, locals.query) : [];
    if (locals.isStructureUnchecked) refuseParsedStructure(req.body);
    refuseIssues(this.#sizes.issuesIn(operation, req.body));
    this.#values.prepare(operation, locals.query);
    this.#validated += 1;
    const { query, params } = locals;
    const errors = this.#check(operation)({ query, headers: req.headers, params, body: req.body });
    const finish = (found: readonly RequestError[]): void => {
      if (unknown.length + found.length > 0) this.#refuse(unknown, found, req, res);
      if (locals.mayBeUnstorable || req.url.includes('%00')) refuseIssues(unstorableIssues(req, res));
      next();
    };
    return errors instanceof Promise ? errors.then(finish) : finish(errors);
  };

  /** Names unknown keys beside those that a request lacks, whoever found that they are missing. */
  readonly adviseOnKeys: ErrorRequestHandler = (error: unknown, { url, body }: Request, { locals }, next) => {
    const { operation } = locals as Partial<Express.Locals>;
    if (!operation || !(error instanceof ValidationFailure)) return next(error);
    const keysAt = (issue: ValidationIssue): Keys | undefined => this.#keysAt(operation, { url, body }, issue);
    next(new ValidationFailure(withMisspeltKeys(error.issues, keysAt)));
  };

  #refuse(
    unknown: readonly ValidationIssue[],
    errors: readonly RequestError[],
    { body }: Request,
    { locals: { operation } }: Response,
  ): void {
    this.#errors += errors.length;
    const issues = toIssues(errors).map((issue) => this.#withAdvice(operation, body, issue));
    throw new ValidationFailure([...unknown, ...issues]);
  }

  #keysAt(
    operation: BoundOperation,
    { url, body }: { readonly url: string; readonly body: unknown },
    { in: part, path }: ValidationIssue,
  ): Keys | undefined {
    if (part === 'body') return this.#sizes.keysAt(operation, body, path);
    if (part !== 'query') return undefined;
    // Not those of `locals.query`, from which the check removes unknown ones.
    return { given: Object.keys(queryOf(url)), known: new Set(this.#warnings.namesOf(operation)) };
  }

  #withAdvice(operation: BoundOperation, body: unknown, issue: ValidationIssue): ValidationIssue {
    const advice =
      issue.code === 'unknown' && issue.in === 'body' ? this.#sizes.adviceAt(operation, body, issue.path) : undefined;
    return advice === undefined ? issue : { ...issue, message: advice };
  }

  #check(operation: BoundOperation): Check {
    let check = this.#checks.get(operation.id);
    if (!check) this.#checks.set(operation.id, (check = this.#checkOf(this.#contract, operation)));
    return check;
  }
}
