import { Code } from '@mantine/core';
import { api, client } from '../../api/client.ts';
import { LdapFields } from '../../identity-auth/ldap-fields.tsx';
import { ldapBodyOf, ldapErrors, newLdapValues, storedLdapValues } from '../../identity-auth/ldap.ts';
import { pathOf, type Identity } from './identity.ts';
import { Lockouts } from './lockouts.tsx';
import { loginMethod } from './login-method.tsx';

const path = '/api/v1/auth/ldap-auth/identities/{identityId}';

const LdapLockouts = ({ identity }: { identity: Identity }) => {
  const { isPending, mutate } = api.useMutation('post', `${path}/clear-lockouts`);
  return (
    <Lockouts
      identity={identity}
      method="ldap-auth"
      clear={{ isPending, mutate: () => mutate({ params: pathOf(identity) }) }}
    />
  );
};

export const { Card: LdapAuthCard, Form: LdapAuthModal } = loginMethod({
  method: 'ldap-auth',
  title: 'LDAP auth',
  newValues: newLdapValues,
  valuesOf: storedLdapValues,
  bodyOf: ldapBodyOf,
  errorsOf: ldapErrors,
  Fields: ({ stored, ...props }) => <LdapFields {...props} isStored={stored !== undefined} />,
  summary: ({ url, searchBase, searchFilter, allowedFields }) => (
    <>
      Accepts names and passwords of <Code>{url}</Code>: everybody below <Code>{searchBase}</Code> whom{' '}
      <Code>{searchFilter}</Code> finds
      {allowedFields?.map(({ key, value }) => (
        <span key={key}>
          , with {key} <Code>{value}</Code>
        </span>
      ))}
    </>
  ),
  losers: 'Names and passwords of the directory are',
  useStored: (identity) => {
    const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
    return { data: data?.identityLdapAuth, error, refetch };
  },
  attach: (identity, body) => client.POST(path, { params: pathOf(identity), body }),
  update: (identity, body) => client.PATCH(path, { params: pathOf(identity), body }),
  remove: (identity) => client.DELETE(path, { params: pathOf(identity) }),
  Details: LdapLockouts,
});
