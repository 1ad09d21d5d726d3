import { mysql, postgres, redis } from './databases.ts';
import { ssh, totp } from './keys.ts';
import type { Kind } from './kind.ts';
import { kubernetes, ldap, rabbitMq } from './services.ts';

/** In the order in which people choose from them. */
export const kinds: readonly Kind[] = [postgres, mysql, redis, rabbitMq, ldap, kubernetes, ssh, totp];

type StoredInputs = Readonly<Record<string, unknown>> | null;

const kindsOf = (type: string, inputs: StoredInputs): readonly Kind[] =>
  kinds.filter(
    (kind) =>
      kind.type === type &&
      (inputs === null || Object.entries(kind.fixed).every(([name, value]) => inputs[name] === value)),
  );

/** The kind of a stored dynamic secret; for those who may not read its inputs, the first of its type. */
export const kindOf = (type: string, inputs: StoredInputs): Kind | undefined => kindsOf(type, inputs)[0];

/** What it makes; without its inputs, what all that it may be are called. */
export const kindLabel = (type: string, inputs: StoredInputs): string => {
  const [kind, ...others] = kindsOf(type, inputs);
  return (others.length > 0 ? kind?.typeLabel : kind?.label) ?? type;
};
