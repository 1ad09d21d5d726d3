import { SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { durationErrors } from '../../components/duration.ts';
import { DurationField } from '../../components/duration-field.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const idleChoices = [15 * minute, 30 * minute, hour, 4 * hour, 12 * hour, day, 7 * day];
const maxChoices = [hour, 8 * hour, 12 * hour, day, 7 * day, 30 * day];

const minutesOf = (seconds: number): number | null => (seconds === 0 ? null : seconds / minute);

type Organization = components['schemas']['Organization'];

/** How long sessions of members may be used in the organization. */
export const SessionLimits = ({ organization }: { organization: Organization }) => {
  const { id, sessionIdleMinutes, sessionMaxMinutes } = organization;
  const mayEdit = useCanInOrganization().can('edit', 'settings');
  const form = useForm({
    initialValues: { idle: (sessionIdleMinutes ?? 0) * minute, max: (sessionMaxMinutes ?? 0) * minute },
    validate: durationErrors,
  });

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
          <DurationField
            label="Sign out when unused for"
            none="Never"
            choices={idleChoices}
            min={5 * minute}
            max={30 * day}
            step={minute}
            readOnly={!mayEdit}
            {...form.getInputProps('idle')}
          />
          <DurationField
            label="Ask for a sign-in at least every"
            none="Limit of the server"
            choices={maxChoices}
            min={15 * minute}
            max={90 * day}
            step={minute}
            readOnly={!mayEdit}
            {...form.getInputProps('max')}
          />
        </SimpleGrid>
      </SettingsForm>
    </Section>
  );
};
