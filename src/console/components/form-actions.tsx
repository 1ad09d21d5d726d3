import { Button, Group } from '@mantine/core';
import { FailureMessage } from './failure.tsx';

interface Props {
  /** The label of the button, a verb. */
  readonly action: string;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Whether the form cannot be sent yet. */
  readonly isDisabled?: boolean;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: what went wrong, and the buttons. */
export const FormActions = ({ action, isPending, error, isDisabled = false, onCancel }: Props) => (
  <>
    <FailureMessage error={error} />
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {action}
      </Button>
    </Group>
  </>
);
