import { Textarea, type TextareaProps } from '@mantine/core';

/** A text of several lines that is not prose: addresses, a certificate, claims. */
export const LinesField = (props: TextareaProps) => (
  <Textarea autosize minRows={2} maxRows={8} spellCheck={false} {...props} />
);
