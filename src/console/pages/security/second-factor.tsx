import { Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { Section } from '../../components/section.tsx';

type Organization = components['schemas']['Organization'];

/** Whether people need a second factor in the organization. */
export const RequiredSecondFactor = ({ organization: { id, enforceMfa } }: { organization: Organization }) => {
  const mayEdit = useCanInOrganization().can('edit', 'settings');
  const save = api.useMutation('patch', '/api/v1/organization/{organizationId}', {
    meta: { showsError: true },
    onSuccess: ({ organization }) =>
      notifications.show({
        message: organization.enforceMfa
          ? 'A second factor is required from now on.'
          : 'A second factor is no longer required.',
      }),
  });
  return (
    <Section
      title="Second factor"
      description="Who has none sets one up at the next sign-in. Sessions that have not shown one stop working here at once. Machine identities are not affected."
    >
      <Stack gap="sm">
        <Guarded isAllowed={mayEdit} reason="You are not allowed to edit the settings of this organization.">
          <Switch
            label="Require a second factor"
            checked={enforceMfa}
            disabled={!mayEdit || save.isPending}
            onChange={({ currentTarget }) =>
              save.mutate({ params: { path: { organizationId: id } }, body: { enforceMfa: currentTarget.checked } })
            }
          />
        </Guarded>
        <FailureMessage error={save.error} />
      </Stack>
    </Section>
  );
};
