import type { RotationTypeName } from '../store.ts';
import { ldapPassword } from './ldap.ts';
import { redisCredentials } from './redis.ts';
import type { RotationType } from './type.ts';
import { usersType } from './users.ts';

/** The kinds of rotations, by name. */
export const rotationTypes: Readonly<Record<RotationTypeName, RotationType>> = {
  'ldap-password': ldapPassword,
  'mysql-credentials': usersType({
    name: 'mysql-credentials',
    title: 'MySQL Credentials',
    app: 'mysql',
    template: { username: 'MYSQL_USERNAME', password: 'MYSQL_PASSWORD' },
  }),
  'postgres-credentials': usersType({
    name: 'postgres-credentials',
    title: 'PostgreSQL Credentials',
    app: 'postgres',
    template: { username: 'POSTGRES_DB_USERNAME', password: 'POSTGRES_DB_PASSWORD' },
  }),
  'redis-credentials': redisCredentials,
};
