import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { Ago } from '../../components/time.tsx';
import { personAddress, personName } from '../../members/names.ts';
import type { StoredSignOn } from './providers.ts';

type Organization = components['schemas']['Organization'];

const reasonAgainst = (mayEdit: boolean, { isActive, lastUsedAt }: StoredSignOn, breakGlass: string | null) => {
  if (!mayEdit) return 'You are not allowed to edit single sign-on.';
  if (!isActive) return 'Single sign-on is not active.';
  if (lastUsedAt === null) return 'Nobody has signed in with it since it was changed. Try it first.';
  return breakGlass === null ? 'Choose who can still sign in when the provider fails.' : undefined;
};

/** Whether people have to use single sign-on, and who need not. */
export const Enforcement = ({ organization, provider }: { organization: Organization; provider: StoredSignOn }) => {
  const { id: organizationId, authEnforced, breakGlassUserId } = organization;
  const ability = useCanInOrganization();
  const mayEdit = ability.can('edit', 'sso') && ability.can('edit', 'settings');
  const [chosen, setChosen] = useState(breakGlassUserId);
  const path = '/api/v2/organizations/{organizationId}/memberships';
  const { data } = api.useQuery('get', path, { params: { path: { organizationId } } });
  const administrators = (data?.users ?? []).filter(({ role, isActive }) => role === 'admin' && isActive);
  const change = api.useMutation('patch', '/api/v1/organization/{organizationId}', { meta: { showsError: true } });
  const enforce = (isEnforced: boolean): void =>
    change.mutate({
      params: { path: { organizationId } },
      body: { authEnforced: isEnforced, ...(isEnforced && { breakGlassUserId: chosen }) },
    });
  const reason = authEnforced ? undefined : reasonAgainst(mayEdit, provider, chosen);

  return (
    <Stack gap="sm">
      <Title order={3}>Only single sign-on</Title>
      <Text size="sm" c="dimmed">
        {provider.lastUsedAt === null ? (
          'Nobody has signed in with this provider yet.'
        ) : (
          <>
            Last used <Ago value={provider.lastUsedAt} />.
          </>
        )}{' '}
        Where it is enforced, a session of a password ends with its next request here.
      </Text>
      {authEnforced && <Alert role="status">Single sign-on is enforced.</Alert>}
      <Select
        label="Break-glass administrator"
        description="Keeps a password and a second factor for when the provider fails. Each use is in the audit log."
        data={administrators.map(({ user }) => ({
          value: user.id,
          label: `${personName(user)} (${personAddress(user)})`,
        }))}
        value={chosen}
        onChange={setChosen}
        readOnly={!mayEdit || authEnforced}
        allowDeselect={false}
      />
      <FailureMessage error={change.error} />
      <Group>
        <Guarded
          isAllowed={authEnforced ? mayEdit : reason === undefined}
          reason={reason ?? 'You are not allowed to edit single sign-on.'}
        >
          <Button variant="default" loading={change.isPending} onClick={() => enforce(!authEnforced)}>
            {authEnforced ? 'Allow passwords again' : 'Enforce single sign-on'}
          </Button>
        </Guarded>
      </Group>
    </Stack>
  );
};
