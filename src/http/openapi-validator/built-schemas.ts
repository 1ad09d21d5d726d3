import type { ValidateFunction } from 'ajv';
import { schemaAt, type Contract } from './contract-slice.ts';
import type { CompiledSchemas, OperationKey, OperationSchemas } from './compiled-schemas.ts';
import type { Schema } from './union-shapes.ts';
import { Unions, type Check } from './unions.ts';

/** Creates a compiled function; it gets the functions of the unions and lists in its schema by their number. */
export type CreateCheck = (
  self: undefined,
  union: (number: number) => Check,
  items: (number: number) => Check,
) => ValidateFunction;

/** The code that `standaloneCode` writes: compiled functions by operation, and by the place of a schema in the contract. */
export interface BuiltCode {
  readonly operations: Readonly<Record<string, Record<keyof OperationSchemas, CreateCheck>>>;
  readonly schemas: Readonly<Record<string, CreateCheck>>;
  /** The place of each union and of the items of each list, by its number. */
  readonly places: readonly string[];
}

/** Schemas that were compiled by the build. */
export class BuiltSchemas implements CompiledSchemas {
  readonly #contract: Contract;
  readonly #code: BuiltCode;
  readonly #unions: Unions;
  #placeOf: ReadonlyMap<Schema, string> | undefined;

  constructor(contract: Contract, code: BuiltCode) {
    this.#contract = contract;
    this.#code = code;
    this.#unions = new Unions(contract, (schema) => this.#create(code.schemas[this.#place(schema)]!));
  }

  get checks(): number {
    return this.#unions.checks;
  }

  of({ id }: OperationKey): OperationSchemas {
    const { parameters, body } = this.#code.operations[id]!;
    return { parameters: this.#create(parameters), body: this.#create(body) };
  }

  #create(create: CreateCheck): ValidateFunction {
    const schemaOf = (number: number): Schema => schemaAt(this.#contract, this.#code.places[number]!);
    return create(
      undefined,
      (number) => this.#unions.union(schemaOf(number)),
      (number) => this.#unions.items(schemaOf(number)),
    );
  }

  #place(schema: Schema): string {
    this.#placeOf ??= new Map(Object.keys(this.#code.schemas).map((place) => [schemaAt(this.#contract, place), place]));
    return this.#placeOf.get(schema)!;
  }
}
