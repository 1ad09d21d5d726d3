import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { standaloneModule } from '../../../scripts/standalone-validators.ts';
import type { CheckOf } from '../../../src/http/openapi-validator/checks.ts';
import { compiledCheckOf, type CompiledSchemas } from '../../../src/http/openapi-validator/compiled.ts';
import type { Contract, OperationKey } from '../../../src/http/openapi-validator/contract.ts';
import { Validators } from '../../../src/http/validate.ts';
import { contract } from './contract.ts';

const require = createRequire(import.meta.url);

/** Compiles the schemas of these operations as the build does. */
export const compiledChecks = (document: Contract, operations: readonly OperationKey[]): CheckOf => {
  const module = {} as { exports: () => CompiledSchemas };
  compileFunction(standaloneModule(document, operations), ['module', 'require'])(module, require);
  return compiledCheckOf(module.exports);
};

let builtCheckOf: CheckOf | undefined;

/**
 * Validates with the schemas that the build compiled: the middleware takes a tenth of a second of processor time for
 * each operation. `differential.test.ts` holds the two equal. They are loaded for the first request, because many tests
 * send none.
 */
export const builtValidators = new Validators(contract as unknown as Contract, (document, operation) => {
  builtCheckOf ??= compiledCheckOf(require('../../../dist/validators.cjs') as () => CompiledSchemas);
  return builtCheckOf(document, operation);
});
