import {} from '@mantine/core';
import { NumberField } from '../../components/number-field.tsx';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';

type Organization = components['schemas']['Organization'];

const maxDays = 36_500;

/** How long the entries of the audit log of all projects are kept at least. */
export const AuditRetention = ({ organization }: { organization: Organization }) => {
  const { id, leastAuditLogsRetentionDays } = organization;
  const mayEdit = useCanInOrganization().can('edit', 'settings');
  // An empty field of numbers has an empty text.
  const form = useForm<{ days: number | string }>({ initialValues: { days: leastAuditLogsRetentionDays ?? '' } });

  return (
    <Section
      title="Audit log"
      description="Projects can choose how long the entries of their audit log are kept, but not less than this. Only administrators of the organization can change it."
    >
      <SettingsForm
        form={form}
        onSave={({ days }) =>
          client.PATCH('/api/v1/organization/{organizationId}', {
            params: { path: { organizationId: id } },
            body: { leastAuditLogsRetentionDays: days === '' ? null : Number(days) },
          })
        }
        saved="The period is saved, and applies to new entries."
        mayEdit={mayEdit}
        reason="You are not allowed to edit the settings of this organization."
      >
        <NumberField
          label="Keep entries of projects for at least"
          placeholder="As each project says"
          unit="days"
          min={1}
          max={maxDays}
          readOnly={!mayEdit}
          {...form.getInputProps('days')}
        />
      </SettingsForm>
    </Section>
  );
};
