import { Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowRight, IconCopy, IconTag, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazily } from '../../../api/after-loading.ts';
import { Guarded } from '../../../components/guarded.tsx';
import type { Project } from '../../../layout/project.tsx';
import type { FolderRef, ListedSecret } from '../../../secrets/use-secrets.ts';
import type { Rights } from '../rights.ts';

const TransferDialog = lazily(async () => (await import('./transfer-dialog.tsx')).TransferDialog);
const TagsDialog = lazily(async () => (await import('./tags-dialog.tsx')).TagsDialog);

/** The most secrets that one request moves or tags. */
const maxAtOnce = 1000;

interface Props {
  readonly project: Project;
  readonly folder: FolderRef;
  readonly rights: Rights;
  readonly secrets: readonly ListedSecret[];
  /** Marks them for deletion. */
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** What can be done with the selected secrets. */
export const SelectionBar = ({ project, folder, rights, secrets, onDelete, onClear }: Props) => {
  const [dialog, setDialog] = useState<'copy' | 'move' | 'tags'>();
  const close = (): void => setDialog(undefined);
  const done = (): void => {
    close();
    onClear();
  };
  if (secrets.length === 0) return null;
  const firstReason = (reasonOf: (secret: ListedSecret) => string | undefined): string | undefined =>
    secrets.length > maxAtOnce
      ? `At most ${maxAtOnce} secrets at once.`
      : secrets.map(reasonOf).find((reason) => reason !== undefined);
  const actions = [
    { label: 'Copy', icon: IconCopy, reason: firstReason(rights.unreadable), run: () => setDialog('copy') },
    {
      label: 'Move',
      icon: IconArrowRight,
      reason: firstReason((secret) => rights.unreadable(secret) ?? rights.undeletable(secret)),
      run: () => setDialog('move'),
    },
    { label: 'Tags', icon: IconTag, reason: firstReason(rights.uneditable), run: () => setDialog('tags') },
    { label: 'Delete', icon: IconTrash, reason: firstReason(rights.undeletable), run: onDelete },
  ];
  const shared = { folder, secrets, onClose: close, onDone: done };
  return (
    <Paper withBorder shadow="md" px="md" py="xs" role="region" aria-label="Selected secrets">
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {secrets.length} selected
        </Text>
        <Group gap="xs">
          {actions.map(({ label, icon: ActionSign, reason, run }) => (
            <Guarded key={label} isAllowed={reason === undefined} reason={reason ?? ''}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<ActionSign size={14} />}
                aria-label={label === 'Tags' ? 'Tags of the selected secrets' : `${label} the selected secrets`}
                onClick={run}
              >
                {label}
              </Button>
            </Guarded>
          ))}
          <Button size="compact-sm" variant="subtle" c="var(--mantine-color-text)" onClick={onClear}>
            Clear
          </Button>
        </Group>
      </Group>
      <Suspense>
        {(dialog === 'copy' || dialog === 'move') && <TransferDialog kind={dialog} project={project} {...shared} />}
        {dialog === 'tags' && <TagsDialog {...shared} />}
      </Suspense>
    </Paper>
  );
};
