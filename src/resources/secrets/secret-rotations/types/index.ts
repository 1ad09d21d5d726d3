import type { RotationTypeName } from '../store.ts';
import type { RotationType } from './type.ts';

/** The kinds of rotations, by name. */
export const rotationTypes: Readonly<Record<RotationTypeName, RotationType>> = {
  'postgres-credentials': {
    name: 'postgres-credentials',
    title: 'PostgreSQL Credentials',
    app: 'postgres',
    template: { username: 'POSTGRES_DB_USERNAME', password: 'POSTGRES_DB_PASSWORD' },
  },
};
