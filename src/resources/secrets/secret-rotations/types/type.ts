import type { Request, Reply } from '../../../../contract.ts';
import type { AppName } from '../../app-connections/store.ts';
import type { RotationParameters, RotationTypeName, SecretsMapping } from '../store.ts';

export type ParametersInput = Request<'createSecretRotation'>['body']['parameters'];
export type MappingInput = Request<'createSecretRotation'>['body']['secretsMapping'];
type View = Reply<'getSecretRotation'>['secretRotation'];

/** A kind of rotation. */
export interface RotationType {
  readonly name: RotationTypeName;
  readonly title: string;
  /** The kind of connection that it needs. */
  readonly app: AppName;
  /** The usual names of the two secrets. */
  readonly template: SecretsMapping;
  /** Returns the parameters of a request in their stored form; 422 for what the contract cannot check. */
  readParameters(input: ParametersInput, before?: RotationParameters): RotationParameters;
  showParameters(parameters: RotationParameters): View['parameters'];
  /** Returns the names of the two secrets; 422 if they are the same, or one is missing. */
  readMapping(input: MappingInput): SecretsMapping;
  showMapping(mapping: SecretsMapping): View['secretsMapping'];
  /** One text for all spellings of a user. */
  userKey(username: string): string;
}
