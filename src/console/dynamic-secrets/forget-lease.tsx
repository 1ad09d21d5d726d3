import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../components/dialog-form.tsx';
import { closeDialog, openDialog } from '../components/dialogs.ts';

interface Props {
  /** The name of the user that may be left. */
  readonly name: string;
  readonly onForget: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

const Form = ({ name, onForget, onClose }: Props) => {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Say why: the audit log has it.' : null) },
  });
  return (
    <DialogForm form={form} action="Forget lease" onSave={({ reason }) => onForget(reason.trim())} onClose={onClose}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        The server stops trying to remove the user {name}, which may stay where it is. Remove it there first.
      </Text>
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        maxLength={1_000}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
};

/** Asks for a reason, and gives up a lease that could not be revoked. */
export const askToForget = (name: string, onForget: Props['onForget']): void => {
  const id = crypto.randomUUID();
  openDialog({
    id,
    title: 'Forget the lease?',
    children: <Form name={name} onForget={onForget} onClose={() => closeDialog(id)} />,
  });
};
