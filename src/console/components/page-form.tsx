import { Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { FailureMessage } from './failure.tsx';
import { submitOf } from './submit.ts';

interface Props<Values> {
  readonly form: UseFormReturnType<Values>;
  /** The label of the button, a verb. */
  readonly action: string;
  readonly save: { mutate(values: Values): void; readonly isPending: boolean; readonly error: unknown };
  /** What follows the button, such as a link. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** A form that is all of a page, such as that to sign in, with one button as wide as the fields. */
export const PageForm = <Values extends object>({ form, action, save, after, children }: Props<Values>) => (
  <form noValidate onSubmit={submitOf(form, (values) => save.mutate(values))}>
    <Stack>
      {children}
      <FailureMessage error={save.error} />
      <Button type="submit" loading={save.isPending}>
        {action}
      </Button>
      {after}
    </Stack>
  </form>
);
