import { Code, TextInput } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { pathOf } from './identity.ts';
import { loginMethod } from './login-method.tsx';

type AwsAuth = components['schemas']['AwsAuth'];

const path = '/api/v1/auth/aws-auth/identities/{identityId}';

export const { Card: AwsAuthCard, Form: AwsAuthModal } = loginMethod({
  method: 'aws-auth',
  title: 'AWS auth',
  newValues: { arns: '', accounts: '', stsEndpoint: 'https://sts.amazonaws.com/' },
  valuesOf: ({ allowedPrincipalArns: arns, allowedAccountIds: accounts, stsEndpoint }: AwsAuth) => ({
    arns,
    accounts,
    stsEndpoint,
  }),
  bodyOf: ({ arns, accounts, stsEndpoint }) => ({
    allowedPrincipalArns: arns,
    allowedAccountIds: accounts,
    stsEndpoint,
  }),
  errorsOf: ({ arns, accounts }): Record<string, string> =>
    arns.trim() === '' && accounts.trim() === '' ? { arns: 'Enter roles or users, or the id of an account.' } : {},
  Fields: ({ input }) => (
    <>
      <TextInput
        label="Roles and users"
        description="ARNs separated by commas, without paths and sessions; * is any text."
        placeholder="arn:aws:iam::123456789012:role/build"
        spellCheck={false}
        maxLength={4_096}
        {...input('arns')}
      />
      <TextInput
        label="Accounts"
        description="Ids separated by commas. Without roles and users, everybody in these accounts signs in."
        placeholder="123456789012"
        maxLength={4_096}
        {...input('accounts')}
      />
      <TextInput
        label="Endpoint of STS"
        description="Another one only inside the network; it has to be in ALLOW_HOSTS of this server."
        maxLength={2_048}
        {...input('stsEndpoint')}
      />
    </>
  ),
  summary: ({ allowedPrincipalArns, allowedAccountIds }) => (
    <>
      Accepts {allowedPrincipalArns === '' ? 'every role and user' : <Code>{allowedPrincipalArns}</Code>} of AWS
      {allowedAccountIds !== '' && (
        <>
          {' '}
          in the account <Code>{allowedAccountIds}</Code>
        </>
      )}
      ; asks STS
    </>
  ),
  losers: 'Roles and users of AWS are',
  useStored: (identity) => {
    const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
    return { data: data?.identityAwsAuth, error, refetch };
  },
  attach: (identity, body) => client.POST(path, { params: pathOf(identity), body }),
  update: (identity, body) => client.PATCH(path, { params: pathOf(identity), body }),
  remove: (identity) => client.DELETE(path, { params: pathOf(identity) }),
});
