import type { AppName } from '../../app-connections/store.ts';
import type { RotationTypeName, SecretsMapping } from '../store.ts';

/** A kind of rotation. */
export interface RotationType {
  readonly name: RotationTypeName;
  readonly title: string;
  /** The kind of connection that it needs. */
  readonly app: AppName;
  /** The usual names of the two secrets. */
  readonly template: SecretsMapping;
}
