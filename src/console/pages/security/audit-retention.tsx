import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { durationErrors } from '../../components/duration.ts';
import { DurationField } from '../../components/duration-field.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';

type Organization = components['schemas']['Organization'];

const day = 86_400;
const maxDays = 36_500;

/** How long the entries of the audit log of all projects are kept at least. */
export const AuditRetention = ({ organization }: { organization: Organization }) => {
  const { id, leastAuditLogsRetentionDays } = organization;
  const mayEdit = useCanInOrganization().can('edit', 'settings');
  const form = useForm({
    initialValues: { least: (leastAuditLogsRetentionDays ?? 0) * day },
    validate: durationErrors,
  });

  return (
    <Section
      title="Audit log"
      description="Projects can choose how long the entries of their audit log are kept, but not less than this. Only administrators of the organization can change it."
    >
      <SettingsForm
        form={form}
        onSave={({ least }) =>
          client.PATCH('/api/v1/organization/{organizationId}', {
            params: { path: { organizationId: id } },
            body: { leastAuditLogsRetentionDays: least === 0 ? null : least / day },
          })
        }
        saved="The period is saved, and applies to new entries."
        mayEdit={mayEdit}
        reason="You are not allowed to edit the settings of this organization."
      >
        <DurationField
          label="Keep entries of projects for at least"
          none="As each project says"
          choices={[30 * day, 90 * day, 365 * day]}
          min={day}
          max={maxDays * day}
          step={day}
          readOnly={!mayEdit}
          {...form.getInputProps('least')}
        />
      </SettingsForm>
    </Section>
  );
};
