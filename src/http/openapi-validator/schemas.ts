import type { CompiledSchemas } from './compiled-schemas.ts';
import type { Contract } from './contract-slice.ts';
import { SchemaCompiler } from './schema-compiler.ts';

/**
 * Compiles the schemas of an operation when they are first used. `scripts/build.mjs` replaces this file by one with
 * compiled schemas: compiling all of them takes seconds, which delayed the start (`npm run bench:start`).
 */
export const schemasOf = (contract: Contract): CompiledSchemas => new SchemaCompiler(contract);
