import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormActions } from './form-actions.tsx';
import { submitOf } from './submit.ts';
import { useUnsaved } from './unsaved.ts';

interface Props<Values> {
  readonly form: UseFormReturnType<Values>;
  /** The label of the button, a verb. */
  readonly action: string;
  /** Whether the form cannot be sent yet. */
  readonly isDisabled?: boolean;
  /** `forgetChanges` is for leaving the page. */
  readonly onSave: (values: Values, forgetChanges: () => void) => Promise<unknown>;
  /** Called when it is cancelled, and when it is saved unless there is `onSaved`. */
  readonly onClose: () => void;
  readonly onSaved?: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog, which closes when it is saved. */
export const DialogForm = <Values extends object>({
  form,
  action,
  isDisabled,
  onSave,
  onClose,
  onSaved = onClose,
  children,
}: Props<Values>) => {
  const forgetChanges = useUnsaved(form.isDirty());
  const save = useMutation({
    mutationFn: (values: Values) => onSave(values, forgetChanges),
    meta: { showsError: true },
    onSuccess: onSaved,
  });
  return (
    <form noValidate onSubmit={submitOf(form, (values) => save.mutate(values))}>
      <Stack>
        {children}
        <FormActions
          action={action}
          isPending={save.isPending}
          error={save.error}
          {...(isDisabled !== undefined && { isDisabled })}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};
