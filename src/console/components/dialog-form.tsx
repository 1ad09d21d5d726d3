import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormActions } from './form-actions.tsx';
import { useUnsaved } from './unsaved.ts';

interface Props<Values> {
  readonly form: UseFormReturnType<Values>;
  /** The label of the button, a verb. */
  readonly action: string;
  readonly onSave: (values: Values) => Promise<unknown>;
  /** Called when it is saved or cancelled. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog, which closes when it is saved. */
export const DialogForm = <Values extends object>({ form, action, onSave, onClose, children }: Props<Values>) => {
  const save = useMutation({ mutationFn: onSave, meta: { showsError: true }, onSuccess: onClose });
  useUnsaved(form.isDirty());
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        {children}
        <FormActions action={action} isPending={save.isPending} error={save.error} onCancel={onClose} />
      </Stack>
    </form>
  );
};
