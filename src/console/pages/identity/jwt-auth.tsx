import { Code } from '@mantine/core';
import { api, client } from '../../api/client.ts';
import { JwtFields } from '../../identity-auth/jwt-fields.tsx';
import { jwtBodyOf, jwtErrors, newJwtValues, storedJwtValues } from '../../identity-auth/jwt.ts';
import { pathOf } from './identity.ts';
import { loginMethod } from './login-method.tsx';

const path = '/api/v1/auth/jwt-auth/identities/{identityId}';

export const { Card: JwtAuthCard, Form: JwtAuthModal } = loginMethod({
  method: 'jwt-auth',
  title: 'JWT auth',
  newValues: newJwtValues,
  valuesOf: storedJwtValues,
  bodyOf: jwtBodyOf,
  errorsOf: jwtErrors,
  Fields: JwtFields,
  summary: ({ configurationType, jwksUrl, publicKeys, boundSubject, boundClaims }) => (
    <>
      Accepts tokens that {configurationType === 'jwks' ? `a key of ${jwksUrl}` : `one of ${publicKeys.length} keys`}{' '}
      signed
      {boundSubject !== '' && (
        <>
          , with the subject <Code>{boundSubject}</Code>
        </>
      )}
      {Object.entries(boundClaims).map(([name, value]) => (
        <span key={name}>
          , {name} <Code>{value}</Code>
        </span>
      ))}
    </>
  ),
  losers: 'Signed tokens are',
  useStored: (identity) => {
    const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
    return { data: data?.identityJwtAuth, error, refetch };
  },
  attach: (identity, body) => client.POST(path, { params: pathOf(identity), body }),
  update: (identity, body) => client.PATCH(path, { params: pathOf(identity), body }),
  remove: (identity) => client.DELETE(path, { params: pathOf(identity) }),
});
