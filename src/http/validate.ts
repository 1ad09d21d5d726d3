import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { refuseIssues, ValidationFailure, type ValidationIssue } from '../platform/errors.ts';
import type { BoundOperation } from './exchange.ts';
import type { Contract } from './openapi-validator/contract-slice.ts';
import { unstorableIssues, toIssues } from './openapi-validator/issues.ts';
import { QueryNumbers } from './openapi-validator/query-numbers.ts';
import { createValidator, type Validate } from './openapi-validator/operation-validator.ts';
import type { CompiledSchemas } from './openapi-validator/compiled-schemas.ts';
import { schemasOf } from './openapi-validator/schemas.ts';
import { Sizes } from './openapi-validator/sizes.ts';
import { refuseParsedStructure } from './openapi-validator/structure.ts';
import { queryOf } from './query.ts';
import { QueryWarnings } from './query-warnings.ts';

/** The validators of all operations, created on first use. */
export class Validators {
  readonly #contract: Contract;
  readonly #sizes: Sizes;
  readonly #numbers: QueryNumbers;
  readonly #warnings: QueryWarnings;
  readonly #schemas: CompiledSchemas;
  readonly #byId = new Map<string, Validate>();
  #issues = 0;

  constructor(contract: Contract, schemas = schemasOf(contract)) {
    this.#contract = contract;
    this.#sizes = new Sizes(contract);
    this.#numbers = new QueryNumbers(contract);
    this.#warnings = new QueryWarnings(contract);
    this.#schemas = schemas;
  }

  /**
   * Counts the work so far, for tests: values whose size was checked, values checked against a union or as items, and
   * issues found by the validator.
   */
  get work(): { readonly sizes: number; readonly values: number; readonly issues: number } {
    return { sizes: this.#sizes.checks, values: this.#schemas.checks, issues: this.#issues };
  }

  readonly middleware: RequestHandler = (req: Request, res: Response, next: NextFunction) => {
    const { locals } = res;
    locals.query = queryOf(req.url);
    const warning = this.#warnings.find(locals.operation, locals.query);
    if (warning !== undefined) res.setHeader('Warning', warning);
    if (locals.isStructureUnchecked) refuseParsedStructure(req.body);
    refuseIssues(this.#sizes.issuesIn(locals.operation, req.body));
    this.#numbers.check(locals.operation, locals.query);
    try {
      this.#of(locals.operation)(req, res);
    } catch (error) {
      const issues = toIssues(error);
      if (!issues) throw error;
      this.#issues += issues.length;
      throw new ValidationFailure(issues.map((issue) => this.#withAdvice(locals.operation, issue)));
    }
    if (locals.mayBeUnstorable || req.url.includes('%00')) refuseIssues(unstorableIssues(req, res));
    next();
  };

  #withAdvice(operation: BoundOperation, issue: ValidationIssue): ValidationIssue {
    const advice =
      issue.code === 'unknown' && issue.in === 'body' ? this.#sizes.adviceAt(operation, issue.path) : undefined;
    return advice === undefined ? issue : { ...issue, message: advice };
  }

  #of(operation: BoundOperation): Validate {
    let validate = this.#byId.get(operation.id);
    if (!validate)
      this.#byId.set(
        operation.id,
        (validate = createValidator(this.#contract, operation, this.#schemas.of(operation))),
      );
    return validate;
  }
}
