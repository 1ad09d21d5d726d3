import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { statusOf } from '../../../api/errors.ts';
import { FailureMessage } from '../../../components/failure.tsx';
import { useReturnFocus } from '../../../components/return-focus.ts';
import { useProject } from '../../../layout/project.tsx';
import { Referring } from '../../../secrets/referring.tsx';
import { useProtection } from '../../../secrets/protection.tsx';
import type { FolderRef } from '../../../secrets/use-secrets.ts';
import { TrashSentence } from '../../../trash/trash-days.ts';
import { summaryOf } from '../drafts.ts';
import type { Contents } from '../use-contents.ts';
import type { Editor } from '../use-editor.ts';
import type { Save } from '../use-save.ts';
import { maxChanges } from './batch.ts';
import { ChangeItem } from './change-item.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { conflictsOf } from './conflicts.ts';
import { useShownChanges } from './use-shown-changes.ts';
import { ItemList } from '../../../components/item-list.tsx';

interface Props {
  readonly folder: FolderRef;
  readonly contents: Contents;
  readonly editor: Editor;
  readonly isNarrow: boolean;
  readonly save: Save;
  readonly onClose: () => void;
}

/** Shows all changes before they are saved in one request. */
export const Review = ({ folder, contents, editor: { drafts, actions }, isNarrow, save, onClose }: Props) => {
  const [message, setMessage] = useState('');
  useReturnFocus();
  const isTooMuch = drafts.size > maxChanges;
  const deleted = [...drafts.values()].filter(({ isDeleted }) => isDeleted).length;
  const goingNames = [...drafts.values()].flatMap(({ original, name, isDeleted }) =>
    original && (isDeleted || name !== original.secretKey) ? [original.secretKey] : [],
  );

  // While it is saved, the list may have the new versions already, which are nobody else's.
  const conflicts = useMemo(
    () => conflictsOf(save.isPending ? new Map() : drafts, contents.secrets),
    [save.isPending, drafts, contents.secrets],
  );
  const shown = useShownChanges(drafts, conflicts);
  const protection = useProtection([folder.environment]);
  const isPossible = protection.isConfirmed && conflicts.size === 0 && drafts.size > 0 && !isTooMuch;
  const send = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    if (isPossible && !save.isPending) save.mutate(message, { onSuccess: onClose });
  };
  useHotkeys(
    [
      ['mod+S', send],
      ['mod+Enter', send],
    ],
    [],
  );
  const isConflict = conflicts.size > 0 && statusOf(save.error) === 409;

  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow}
      title={drafts.size === 1 ? 'Review one change' : `Review ${drafts.size} changes`}
    >
      <Stack component="form" onSubmit={send}>
        {conflicts.size > 0 && (
          <Text size="sm" role="alert">
            {conflicts.size === 1 ? 'One secret was' : `${conflicts.size} secrets were`} changed in between. Decide what
            to keep; then save.
          </Text>
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {summaryOf(drafts)}
            {deleted > 0 && (
              <>
                . <TrashSentence beginning={deleted === 1 ? 'The deleted one is' : 'The deleted ones are'} />
              </>
            )}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={shown.areShown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
            loading={shown.isLoading}
            onClick={shown.areShown ? () => shown.hide() : shown.showAll}
          >
            {shown.areShown ? 'Hide values' : 'Show values'}
          </Button>
        </Group>
        <ItemList label="Changes" items={[...drafts.values()]}>
          {(draft) => {
            const conflict = conflicts.get(draft.id);
            return (
              <ChangeItem
                key={draft.id}
                draft={draft}
                before={shown.before(draft.id)}
                onShow={() => shown.show(draft.id)}
                onHide={() => shown.hide(draft.id)}
              >
                {conflict && <ConflictQuestion conflict={conflict} theirs={shown.theirs(draft.id)} actions={actions} />}
              </ChangeItem>
            );
          }}
        </ItemList>
        <Referring slug={useProject().slug} folder={folder} names={goingNames} />
        <TextInput
          label="Message"
          data-autofocus
          description="Shown in the history of the folder; may be empty."
          maxLength={255}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        {protection.fields}
        {isTooMuch && (
          <Text size="sm">At most {maxChanges} changes can be saved at once. Undo some of them first.</Text>
        )}
        {!isConflict && <FailureMessage error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back to editing
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isPossible}>
            {drafts.size === 1 ? 'Save one change' : `Save ${drafts.size} changes`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
