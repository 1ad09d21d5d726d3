import { Button, Group } from '@mantine/core';
import { FailureMessage } from '../../components/failure.tsx';

interface Props {
  /** The label of the button, a verb. */
  readonly action: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: what went wrong, and the buttons. */
export const FormActions = ({ action, isPending, error, onCancel }: Props) => (
  <>
    <FailureMessage error={error} />
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {action}
      </Button>
    </Group>
  </>
);
