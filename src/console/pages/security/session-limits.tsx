import { Select, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';
import { idleChoices, maxChoices, minutesOf, optionsOf, valueOf } from './limits.ts';

type Organization = components['schemas']['Organization'];

/** How long sessions of members may be used in the organization. */
export const SessionLimits = ({ organization }: { organization: Organization }) => {
  const { id, sessionIdleMinutes, sessionMaxMinutes } = organization;
  const mayEdit = useCanInOrganization().can('edit', 'settings');
  const form = useForm({ initialValues: { idle: valueOf(sessionIdleMinutes), max: valueOf(sessionMaxMinutes) } });

  return (
    <Section
      title="Sessions"
      description="How long people stay signed in to this organization. Machine identities are not affected."
    >
      <SettingsForm
        form={form}
        onSave={({ idle, max }) =>
          client.PATCH('/api/v1/organization/{organizationId}', {
            params: { path: { organizationId: id } },
            body: { sessionIdleMinutes: minutesOf(idle), sessionMaxMinutes: minutesOf(max) },
          })
        }
        saved="The limits are saved, and apply from now on."
        mayEdit={mayEdit}
        reason="You are not allowed to edit the settings of this organization."
      >
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
      </SettingsForm>
    </Section>
  );
};
