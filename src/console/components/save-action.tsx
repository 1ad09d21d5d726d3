import { Button, Group } from '@mantine/core';
import { FailureMessage } from './failure.tsx';
import { Guarded } from './guarded.tsx';

interface Props {
  readonly mayEdit: boolean;
  /** Why the person may not save, if that is so. */
  readonly reason: string;
  readonly isDirty: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** The end of a form of settings: what went wrong, and the button. */
export const SaveAction = ({ mayEdit, reason, isDirty, isPending, error }: Props) => (
  <>
    <FailureMessage error={error} />
    <Group>
      <Guarded isAllowed={mayEdit} reason={reason}>
        <Button type="submit" disabled={mayEdit && !isDirty} loading={isPending}>
          Save
        </Button>
      </Guarded>
    </Group>
  </>
);
