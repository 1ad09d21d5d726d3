import { Select, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { SaveAction } from '../../components/save-action.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { idleChoices, maxChoices, minutesOf, optionsOf, valueOf } from './limits.ts';

type Organization = components['schemas']['Organization'];

/** How long sessions of members may be used in the organization. */
export const SessionLimits = ({ organization }: { organization: Organization }) => {
  const { id, sessionIdleMinutes, sessionMaxMinutes } = organization;
  const mayEdit = useCanInOrganization().can('edit', 'settings');
  const form = useForm({ initialValues: { idle: valueOf(sessionIdleMinutes), max: valueOf(sessionMaxMinutes) } });
  useUnsaved(form.isDirty());
  const save = api.useMutation('patch', '/api/v1/organization/{organizationId}', {
    meta: { showsError: true },
    onSuccess: () => {
      form.resetDirty();
      notifications.show({ message: 'The limits are saved, and apply from now on.' });
    },
  });
  const submit = form.onSubmit(({ idle, max }) =>
    save.mutate({
      params: { path: { organizationId: id } },
      body: { sessionIdleMinutes: minutesOf(idle), sessionMaxMinutes: minutesOf(max) },
    }),
  );

  return (
    <Section
      title="Sessions"
      description="How long people stay signed in to this organization. Machine identities are not affected."
    >
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Select
              label="Sign out when unused for"
              data={optionsOf(idleChoices, sessionIdleMinutes, 'Never')}
              allowDeselect={false}
              readOnly={!mayEdit}
              {...form.getInputProps('idle')}
            />
            <Select
              label="Ask for a sign-in at least every"
              data={optionsOf(maxChoices, sessionMaxMinutes, 'Limit of the server')}
              allowDeselect={false}
              readOnly={!mayEdit}
              {...form.getInputProps('max')}
            />
          </SimpleGrid>
          <SaveAction
            mayEdit={mayEdit}
            reason="You are not allowed to edit the settings of this organization."
            isDirty={form.isDirty()}
            isPending={save.isPending}
            error={save.error}
          />
        </Stack>
      </form>
    </Section>
  );
};
