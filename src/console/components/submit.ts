import type { UseFormReturnType } from '@mantine/form';

/** Handles the submission of a form: checks it, and goes to the first field that is wrong. */
export const submitOf = <Values extends object>(form: UseFormReturnType<Values>, save: (values: Values) => void) =>
  form.onSubmit(save, (errors) => form.getInputNode(Object.keys(errors)[0]!)?.focus());
