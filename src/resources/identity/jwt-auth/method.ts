import { badRequest } from '../../../platform/errors.ts';
import { bindingAdvice, isBound } from '../login-methods/binding.ts';
import type { LoginMethod } from '../login-methods/method.ts';
import type { JwtAuthRow } from './store.ts';

const sources = { jwks: 'jwksUrl', static: 'publicKeys' } as const;

/** Static keys name the signer; the keys of a key set belong to everybody who gets tokens there. */
const requireSound = (changed: JwtAuthRow): void => {
  const { configurationType: type } = changed;
  if (changed[sources[type]].length === 0)
    throw badRequest(`configurationType ${type} needs ${sources[type]}. Send both together.`);
  if (changed[sources[type === 'jwks' ? 'static' : 'jwks']].length > 0)
    throw badRequest('Send configurationType together with jwksUrl or publicKeys.');
  if (changed.configurationType === 'jwks' && !isBound(changed))
    throw badRequest(`This configuration would not say whose tokens are accepted: ${bindingAdvice}.`);
};

/** Logins with signed tokens of any issuer. */
export const jwtAuth: LoginMethod<JwtAuthRow> = {
  name: 'jwt-auth',
  title: 'JWT auth',
  storeOf: ({ jwtAuths }) => jwtAuths,
  requireSound,
  // Certificates and keys are long.
  audited: ({ jwksCaCert: _ca, publicKeys: _keys, sealedSecret: _secret, ...columns }) => columns,
};
