/** A change that is incompatible for a client of the earlier document. */
export interface Break {
  /** The operation, and the position in it. */
  readonly at: string;
  readonly what: string;
}

type Json = Record<string, any>;

/** A request may require less than before, and a response may contain more; the opposite is incompatible. */
type Direction = 'request' | 'answer';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

const narrower: Readonly<Record<string, (before: number, after: number) => boolean>> = {
  maxLength: (before, after) => after < before,
  maximum: (before, after) => after < before,
  maxItems: (before, after) => after < before,
  maxProperties: (before, after) => after < before,
  minLength: (before, after) => after > before,
  minimum: (before, after) => after > before,
  minItems: (before, after) => after > before,
};

class Comparison {
  readonly breaks: Break[] = [];
  readonly #before: Json;
  readonly #after: Json;
  readonly #seen = new Set<string>();

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  documents(): void {
    for (const [path, item] of Object.entries<Json>(this.#before.paths)) {
      for (const method of methods.filter((name) => name in item))
        this.#operation(`${method.toUpperCase()} ${path}`, item[method], this.#after.paths[path]?.[method]);
    }
  }

  #break(at: string, what: string): void {
    this.breaks.push({ at, what });
  }

  #operation(at: string, before: Json, after: Json | undefined): void {
    if (!after) return this.#break(at, 'was removed');
    if (before.operationId !== after.operationId)
      this.#break(at, `is called ${after.operationId}, not ${before.operationId}`);
    this.#parameters(at, before.parameters ?? [], after.parameters ?? []);
    this.#contents(
      `${at} body`,
      'request',
      this.#in(this.#before, before.requestBody),
      this.#in(this.#after, after.requestBody),
    );
    for (const [status, answer] of Object.entries(before.responses)) {
      const later = after.responses[status];
      if (!later) this.#break(`${at} ${status}`, 'was removed');
      else
        this.#contents(
          `${at} ${status}`,
          'answer',
          this.#in(this.#before, answer as Json),
          this.#in(this.#after, later),
        );
    }
  }

  #parameters(at: string, before: readonly Json[], after: readonly Json[]): void {
    const keyOf = ({ in: part, name }: Json): string => `${part} ${name}`;
    const earlier = new Map(
      before.map((parameter) => this.#in(this.#before, parameter)!).map((parameter) => [keyOf(parameter), parameter]),
    );
    const later = new Map(
      after.map((parameter) => this.#in(this.#after, parameter)!).map((parameter) => [keyOf(parameter), parameter]),
    );
    for (const [key, parameter] of earlier) {
      const found = later.get(key);
      if (!found) this.#break(`${at} ${key}`, 'was removed');
      else this.#schema(`${at} ${key}`, 'request', parameter.schema, found.schema);
    }
    for (const [key, { required }] of later)
      if (required && !earlier.get(key)?.required) this.#break(`${at} ${key}`, 'is required now');
  }

  #contents(at: string, direction: Direction, before: Json | undefined, after: Json | undefined): void {
    if (direction === 'request' && after?.required && !before?.required) this.#break(at, 'is required now');
    for (const [type, { schema }] of Object.entries<Json>(before?.content ?? {})) {
      const later = after?.content?.[type];
      if (!later) this.#break(`${at} ${type}`, 'was removed');
      else if (schema) this.#schema(at, direction, schema, later.schema);
    }
  }

  #schema(at: string, direction: Direction, given: Json, found: Json): void {
    if (given.$ref && found.$ref) {
      // Visits each pair of schemas once: some are recursive, and many operations share some.
      const pair = `${direction} ${given.$ref} ${found.$ref}`;
      if (this.#seen.has(pair)) return;
      this.#seen.add(pair);
    }
    const [before, after] = [this.#in(this.#before, given)!, this.#in(this.#after, found)!];
    if (before.type !== undefined && before.type !== after.type)
      return this.#break(at, `is ${after.type ?? 'anything'}, not ${before.type}`);
    if (before.format !== after.format) this.#break(at, `has the format ${after.format}, not ${before.format}`);
    if (direction === 'request') this.#narrowed(at, before, after);
    else if (after.nullable && !before.nullable) this.#break(at, 'may be null now');
    this.#fields(at, direction, before, after);
    if (before.items) this.#schema(`${at}[]`, direction, before.items, after.items ?? {});
    for (const kind of ['oneOf', 'anyOf', 'allOf']) this.#alternatives(at, direction, before[kind], after[kind]);
  }

  #narrowed(at: string, before: Json, after: Json): void {
    for (const [bound, isNarrower] of Object.entries(narrower)) {
      if (after[bound] !== undefined && (before[bound] === undefined || isNarrower(before[bound], after[bound])))
        this.#break(at, `${bound} is ${after[bound]}, not ${before[bound] ?? 'open'}`);
    }
    if (after.pattern !== undefined && after.pattern !== before.pattern) this.#break(at, 'has another pattern');
    if (before.nullable && !after.nullable) this.#break(at, 'may not be null any more');
    const gone = ((before.enum ?? []) as unknown[]).filter(
      (value) => !((after.enum ?? before.enum) as unknown[]).includes(value),
    );
    if (gone.length > 0 || (after.enum && !before.enum))
      this.#break(at, `may not be ${gone.length > 0 ? gone.join(', ') : 'anything else'} any more`);
  }

  #fields(at: string, direction: Direction, before: Json, after: Json): void {
    const [earlier, later] = [new Set<string>(before.required), new Set<string>(after.required)];
    for (const [name, field] of Object.entries<Json>(before.properties ?? {})) {
      const found = after.properties?.[name];
      if (!found) this.#break(`${at}.${name}`, 'was removed');
      else this.#schema(`${at}.${name}`, direction, field, found);
      if (found && direction === 'answer' && earlier.has(name) && !later.has(name))
        this.#break(`${at}.${name}`, 'may be missing now');
    }
    if (direction === 'request')
      for (const name of later) if (!earlier.has(name)) this.#break(`${at}.${name}`, 'is required now');
  }

  #alternatives(
    at: string,
    direction: Direction,
    before: readonly Json[] | undefined,
    after: readonly Json[] | undefined,
  ): void {
    if (!before) return;
    if ((after?.length ?? 0) < before.length) return this.#break(at, 'has fewer alternatives');
    for (const [index, form] of before.entries()) this.#schema(at, direction, form, after![index]!);
  }

  /** Resolves a reference, or an `allOf` of a single reference. */
  #in(document: Json, node: Json | undefined): Json | undefined {
    if (node?.allOf?.length === 1) {
      const { allOf, ...added } = node;
      return { ...this.#in(document, allOf[0] as Json), ...added };
    }
    if (!node?.$ref) return node;
    const found = (node.$ref as string)
      .slice(2)
      .split('/')
      .reduce<Json>((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    return this.#in(document, found);
  }
}

export const breaksBetween = (before: object, after: object): readonly Break[] => {
  const comparison = new Comparison(before, after);
  comparison.documents();
  return comparison.breaks;
};
