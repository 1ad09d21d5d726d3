import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { standaloneModule } from '../../../scripts/standalone-validators.ts';
import { BuiltSchemas, type BuiltCode } from '../../../src/http/openapi-validator/built-schemas.ts';
import type { OperationKey } from '../../../src/http/openapi-validator/compiled-schemas.ts';
import type { Contract } from '../../../src/http/openapi-validator/contract-slice.ts';

/** The compiled schemas of these operations as the built program contains them. */
export const builtSchemas = (contract: Contract, operations: readonly OperationKey[]): BuiltSchemas => {
  const module = { exports: {} as BuiltCode };
  compileFunction(standaloneModule(contract, operations), ['module', 'require'])(
    module,
    createRequire(import.meta.url),
  );
  return new BuiltSchemas(contract, module.exports);
};
