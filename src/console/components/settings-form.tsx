import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureMessage } from './failure.tsx';
import { Guarded } from './guarded.tsx';
import { submitOf } from './submit.ts';
import { useUnsaved } from './unsaved.ts';

interface Props<Values> {
  readonly form: UseFormReturnType<Values>;
  /** The label of the button. */
  readonly action?: string;
  readonly mayEdit?: boolean;
  /** Why the person may not save, if that is so. */
  readonly reason?: string;
  /** `forgetChanges` is for leaving the page. */
  readonly onSave: (values: Values, forgetChanges: () => void) => Promise<unknown>;
  /** What the person is told when it is saved. */
  readonly saved: string;
  readonly children: ReactNode;
}

/** A form of settings, which stays on the page when it is saved. */
export const SettingsForm = <Values extends object>(props: Props<Values>) => {
  const { form, action = 'Save', mayEdit = true, reason = '', onSave, saved, children } = props;
  const forgetChanges = useUnsaved(form.isDirty());
  const save = useMutation({
    meta: { showsError: true },
    mutationFn: async (values: Values) => {
      await onSave(values, forgetChanges);
      form.resetDirty();
      notifications.show({ message: saved });
    },
  });
  return (
    <form noValidate onSubmit={submitOf(form, (values) => save.mutate(values))}>
      <Stack>
        {children}
        <FailureMessage error={save.error} />
        <Group>
          <Guarded isAllowed={mayEdit} reason={reason}>
            <Button type="submit" disabled={mayEdit && !form.isDirty()} loading={save.isPending}>
              {action}
            </Button>
          </Guarded>
        </Group>
      </Stack>
    </form>
  );
};
