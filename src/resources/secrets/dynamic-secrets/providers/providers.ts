import { ValidationFailure } from '../../../../platform/errors.ts';
import { kubernetes } from './kubernetes.ts';
import { ldap } from './ldap.ts';
import type { Inputs, Provider } from './provider.ts';
import { rabbitMq } from './rabbit-mq.ts';
import { redis } from './redis.ts';
import { sqlDatabase } from './sql-database.ts';
import { ssh } from './ssh.ts';
import { totp } from './totp.ts';

const providers: Readonly<Record<string, Provider<Inputs>>> = {
  'sql-database': sqlDatabase,
  kubernetes,
  ldap,
  'rabbit-mq': rabbitMq,
  redis,
  ssh,
  totp,
};

/** The provider of stored inputs, which it has read itself. */
export const providerOf = (type: string): Provider<Inputs> => providers[type]!;

/** 422 for a type that there is no provider for. */
export const requireProvider = (type: string): Provider<Inputs> => {
  if (Object.hasOwn(providers, type)) return providerOf(type);
  const message = `must be one of ${Object.keys(providers).join(', ')}: there are no other providers`;
  throw new ValidationFailure([{ code: 'enum', in: 'body', path: ['provider', 'type'], message }]);
};
