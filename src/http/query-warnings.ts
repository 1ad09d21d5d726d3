import { editDistance } from './edit-distance.ts';
import type { BoundOperation } from './exchange.ts';
import { parametersOf, type Contract } from './openapi-validator/contract.ts';

/** How many unknown parameters of a request are examined, which bounds the work. */
const maxExamined = 5;

/** Others are neither parameters of this API nor safe in a header. */
const plainName = /^[\w.-]{1,40}$/;

/** Without case, underscores and hyphens. */
const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Of a longer name two characters may differ, of a shorter one one, of a short one none. */
const allowedEdits = (name: string): number => (name.length >= 10 ? 2 : name.length >= 6 ? 1 : 0);

const nearest = (name: string, known: readonly string[]): string | undefined => {
  const wanted = folded(name);
  const limit = allowedEdits(wanted);
  const isNear = (other: string): boolean =>
    Math.abs(other.length - wanted.length) <= limit && editDistance(wanted, other) <= limit;
  return known.find((each) => folded(each) === wanted) ?? known.find((each) => isNear(folded(each)));
};

/** Finds query parameters that are unknown to an operation and resemble one of its own. */
export class QueryWarnings {
  readonly #contract: Contract;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Returns the value of a `Warning` header (RFC 7234), or undefined if there is nothing to warn of. */
  find(operation: BoundOperation, query: Readonly<Record<string, unknown>>): string | undefined {
    const known = this.#namesOf(operation);
    const unknown = Object.keys(query).filter((name) => !known.has(name));
    if (unknown.length === 0) return undefined;
    const warnings = unknown
      .filter((name) => plainName.test(name))
      .slice(0, maxExamined)
      .flatMap((name) => {
        const meant = nearest(name, [...known]);
        return meant === undefined
          ? []
          : [`299 - "The query parameter ${name} is not known and was ignored. Did you mean ${meant}?"`];
      });
    return warnings.length === 0 ? undefined : warnings.join(', ');
  }

  #namesOf(operation: BoundOperation): ReadonlySet<string> {
    let names = this.#known.get(operation.id);
    if (!names) {
      const parameters = parametersOf(this.#contract, operation).filter(({ in: part }) => part === 'query');
      this.#known.set(operation.id, (names = new Set(parameters.map(({ name }) => name))));
    }
    return names;
  }
}
