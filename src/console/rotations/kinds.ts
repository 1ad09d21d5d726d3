import type { components } from '../../../generated/api.d.ts';
import type { AppName } from '../app-connections/kinds.ts';

export type Rotation = components['schemas']['SecretRotation'];
type TypeName = components['schemas']['RotationTypeName'];

/** A kind of rotation, as the form needs it. */
interface Kind {
  readonly type: TypeName;
  readonly label: string;
  readonly app: AppName;
  /** The usual names of the two secrets. */
  readonly secrets: { readonly username: string; readonly password: string };
}

export const kinds: readonly Kind[] = [
  {
    type: 'postgres-credentials',
    label: 'PostgreSQL',
    app: 'postgres',
    secrets: { username: 'POSTGRES_DB_USERNAME', password: 'POSTGRES_DB_PASSWORD' },
  },
];

export const kindOf = (type: string): Kind | undefined => kinds.find((kind) => kind.type === type);
