import { NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { SaveAction } from '../../components/save-action.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';

type Organization = components['schemas']['Organization'];

const maxDays = 36_500;

/** How long the entries of the audit log of all projects are kept at least. */
export const AuditRetention = ({ organization }: { organization: Organization }) => {
  const { id, leastAuditLogsRetentionDays } = organization;
  const mayEdit = useCanInOrganization().can('edit', 'settings');
  // An empty field of numbers has an empty text.
  const form = useForm<{ days: number | string }>({ initialValues: { days: leastAuditLogsRetentionDays ?? '' } });
  useUnsaved(form.isDirty());
  const save = api.useMutation('patch', '/api/v1/organization/{organizationId}', {
    meta: { showsError: true },
    onSuccess: () => {
      form.resetDirty();
      notifications.show({ message: 'The period is saved, and applies to new entries.' });
    },
  });
  const submit = form.onSubmit(({ days }) =>
    save.mutate({
      params: { path: { organizationId: id } },
      body: { leastAuditLogsRetentionDays: days === '' ? null : Number(days) },
    }),
  );

  return (
    <Section
      title="Audit log"
      description="Projects can choose how long the entries of their audit log are kept, but not less than this. Only administrators of the organization can change it."
    >
      <form onSubmit={submit}>
        <Stack>
          <NumberInput
            label="Keep entries of projects for at least"
            placeholder="As each project says"
            suffix=" days"
            min={1}
            max={maxDays}
            allowDecimal={false}
            readOnly={!mayEdit}
            {...form.getInputProps('days')}
          />
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
