import { Code, TextInput } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { pathOf } from './identity.ts';
import { loginMethod } from './login-method.tsx';

type AzureAuth = components['schemas']['AzureAuth'];

const path = '/api/v1/auth/azure-auth/identities/{identityId}';

export const { Card: AzureAuthCard, Form: AzureAuthModal } = loginMethod({
  method: 'azure-auth',
  title: 'Azure auth',
  newValues: { tenantId: '', resource: 'https://management.azure.com/', allowedServicePrincipalIds: '' },
  valuesOf: ({ tenantId, resource, allowedServicePrincipalIds }: AzureAuth) => ({
    tenantId,
    resource,
    allowedServicePrincipalIds,
  }),
  bodyOf: ({ tenantId, resource, allowedServicePrincipalIds }) => ({ tenantId, resource, allowedServicePrincipalIds }),
  errorsOf: ({ tenantId, allowedServicePrincipalIds }): Record<string, string> => ({
    ...(tenantId.trim() === '' && { tenantId: 'Enter the id of the tenant.' }),
    ...(allowedServicePrincipalIds.trim() === '' && { allowedServicePrincipalIds: 'Enter at least one id.' }),
  }),
  Fields: ({ input }) => (
    <>
      <TextInput label="Tenant" description="Its id." spellCheck={false} maxLength={64} {...input('tenantId')} />
      <TextInput
        label="Managed identities and service principals"
        description="Their object ids, separated by commas."
        spellCheck={false}
        maxLength={4_096}
        {...input('allowedServicePrincipalIds')}
      />
      <TextInput label="Resource" description="Whom tokens are for." maxLength={2_048} {...input('resource')} />
    </>
  ),
  summary: ({ allowedServicePrincipalIds, tenantId, resource }) => (
    <>
      Accepts <Code>{allowedServicePrincipalIds}</Code> of the tenant <Code>{tenantId}</Code> on Azure, with tokens for{' '}
      {resource}
    </>
  ),
  losers: 'Identities of Azure are',
  useStored: (identity) => {
    const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
    return { data: data?.identityAzureAuth, error, refetch };
  },
  attach: (identity, body) => client.POST(path, { params: pathOf(identity), body }),
  update: (identity, body) => client.PATCH(path, { params: pathOf(identity), body }),
  remove: (identity) => client.DELETE(path, { params: pathOf(identity) }),
});
