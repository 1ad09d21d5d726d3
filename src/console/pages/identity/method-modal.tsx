import { Modal } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { DialogForm } from '../../components/dialog-form.tsx';
import type { Identity } from './identity.ts';

/** What the form of a way to sign in is about. */
export interface MethodFormProps<Stored> {
  readonly identity: Identity;
  /** Undefined to attach it. */
  readonly stored?: Stored | undefined;
  readonly onClose: () => void;
}

interface Props<Values> {
  readonly title: string;
  readonly form: UseFormReturnType<Values>;
  readonly isNew: boolean;
  /** Attaches the way to sign in, or changes it. */
  readonly onSave: (values: Values) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a way to sign in. */
export const MethodModal = <Values extends object>({ title, isNew, ...props }: Props<Values>) => (
  <Modal opened onClose={props.onClose} title={title} size="lg">
    <DialogForm action={isNew ? 'Add' : 'Save'} {...props} />
  </Modal>
);
