import { Code, SegmentedControl, TextInput } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { pathOf } from './identity.ts';
import { loginMethod } from './login-method.tsx';

type GcpAuth = components['schemas']['GcpAuth'];

const path = '/api/v1/auth/gcp-auth/identities/{identityId}';

const newValues: Pick<GcpAuth, 'type' | 'allowedServiceAccounts' | 'allowedProjects' | 'allowedZones'> = {
  type: 'gce',
  allowedServiceAccounts: '',
  allowedProjects: '',
  allowedZones: '',
};

export const { Card: GcpAuthCard, Form: GcpAuthModal } = loginMethod({
  method: 'gcp-auth',
  title: 'GCP auth',
  newValues,
  valuesOf: ({ type, allowedServiceAccounts, allowedProjects, allowedZones }: GcpAuth) => ({
    type,
    allowedServiceAccounts,
    allowedProjects,
    allowedZones,
  }),
  bodyOf: ({ type, allowedServiceAccounts, allowedProjects, allowedZones }) => ({
    type,
    allowedServiceAccounts,
    allowedProjects,
    allowedZones,
  }),
  errorsOf: ({ type, allowedServiceAccounts, allowedProjects }): Record<string, string> =>
    allowedServiceAccounts.trim() === '' && (type === 'iam' || allowedProjects.trim() === '')
      ? {
          allowedServiceAccounts: type === 'iam' ? 'Enter a service account.' : 'Enter a service account or a project.',
        }
      : {},
  Fields: ({ values, input }) => (
    <>
      <SegmentedControl
        aria-label="Which tokens are accepted"
        data={[
          { value: 'gce', label: 'Of instances' },
          { value: 'iam', label: 'Signed for an account' },
        ]}
        maw={420}
        {...input('type')}
      />
      <TextInput
        label="Service accounts"
        description="Their e-mail addresses, separated by commas."
        spellCheck={false}
        maxLength={4_096}
        {...input('allowedServiceAccounts')}
      />
      {values.type === 'gce' && (
        <>
          <TextInput
            label="Projects"
            description="Of the instances, separated by commas; empty for any."
            maxLength={4_096}
            {...input('allowedProjects')}
          />
          <TextInput
            label="Zones (optional)"
            description="Of the instances, separated by commas."
            maxLength={4_096}
            {...input('allowedZones')}
          />
        </>
      )}
    </>
  ),
  summary: ({ type, allowedServiceAccounts, allowedProjects, allowedZones }) => (
    <>
      Accepts {allowedServiceAccounts === '' ? 'every service account' : <Code>{allowedServiceAccounts}</Code>} of
      Google Cloud
      {type === 'gce' && allowedProjects !== '' && (
        <>
          , on instances of <Code>{allowedProjects}</Code>
        </>
      )}
      {type === 'gce' && allowedZones !== '' && (
        <>
          {' '}
          in <Code>{allowedZones}</Code>
        </>
      )}
    </>
  ),
  losers: 'Service accounts of Google Cloud are',
  useStored: (identity) => {
    const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
    return { data: data?.identityGcpAuth, error, refetch };
  },
  attach: (identity, body) => client.POST(path, { params: pathOf(identity), body }),
  update: (identity, body) => client.PATCH(path, { params: pathOf(identity), body }),
  remove: (identity) => client.DELETE(path, { params: pathOf(identity) }),
});
