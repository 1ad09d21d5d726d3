import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { closeDialog, openDialog } from './dialogs.ts';
import { FailureMessage } from './failure.tsx';
import { TypedName } from './typed-name.tsx';

interface Question {
  /** A question that is asked again takes the place of the one with its id. */
  readonly id?: string;
  readonly title: string;
  /** What will happen, and to what. */
  readonly message: ReactNode;
  /** The label of the button, a verb. */
  readonly action: string;
  readonly isDestructive?: boolean;
  /** The name to type: of what is destroyed and cannot be restored, or of a protected environment. */
  readonly name?: string;
  readonly onConfirm: () => unknown;
}

const Confirmation = ({ id, question }: { id: string; question: Question }) => {
  const { message, action, isDestructive = false, name, onConfirm } = question;
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
      closeDialog(id);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {message}
        </Text>
        {name !== undefined && <TypedName name={name} value={typed} onChange={setTyped} hasFocus />}
        <FailureMessage error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => closeDialog(id)}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={isDestructive ? 'red.9' : 'pine'}
            loading={isBusy}
            disabled={name !== undefined && typed !== name}
            data-autofocus={name === undefined ? true : undefined}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Asks before something is done; stays open with the error if that fails. */
export const confirm = (question: Question): void => {
  const { id = crypto.randomUUID() } = question;
  openDialog({ id, title: question.title, children: <Confirmation id={id} question={question} /> });
};
