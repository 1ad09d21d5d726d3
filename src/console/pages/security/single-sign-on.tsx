import { Code, Divider, Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { LocalAddressNote } from '../../components/local-address.tsx';
import { Section } from '../../components/section.tsx';
import { Enforcement } from './enforcement.tsx';
import { ProviderForm } from './provider-form.tsx';

type Organization = components['schemas']['Organization'];

const Address = ({ label, value }: { label: string; value: string }) => (
  <Stack gap={2}>
    <Text size="sm">{label}</Text>
    <Group gap="xs" wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value} label={`the ${label.toLowerCase()}`} />
    </Group>
  </Stack>
);

const Stored = ({ organization }: { organization: Organization }) => {
  const params = { query: { organizationId: organization.id } };
  const { data, error, refetch } = api.useQuery('get', '/api/v1/sso/oidc/config', { params });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={4} />;
  return (
    <>
      <ProviderForm organization={organization} stored={data} />
      <Divider my="xs" />
      <Enforcement organization={organization} provider={data} />
    </>
  );
};

/** With which provider people sign in to the organization, and whether they have to. */
export const SingleSignOn = ({ organization }: { organization: Organization }) => {
  const ability = useCanInOrganization();
  if (!ability.can('read', 'sso')) return null;
  return (
    <Section
      title="Single sign-on"
      description="People sign in with an OpenID provider, and become members at their first sign-in."
    >
      <Stack gap="sm">
        <LocalAddressNote address={location.origin} />
        <Address label="Redirect URI" value={`${location.origin}/api/v1/sso/oidc/callback`} />
        <Address label="Back-channel logout URI" value={`${location.origin}/api/v1/sso/oidc/backchannel-logout`} />
        {organization.hasSingleSignOn && (
          <Address label="Sign-in page" value={`${location.origin}/login?org=${organization.slug}`} />
        )}
        {organization.hasSingleSignOn ? (
          <Stored organization={organization} />
        ) : (
          <ProviderForm organization={organization} stored={undefined} />
        )}
      </Stack>
    </Section>
  );
};
