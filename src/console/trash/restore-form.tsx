import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { FailureMessage } from '../components/failure.tsx';
import { useProtection } from '../secrets/protection.tsx';

export type TrashItem = components['schemas']['TrashItem'];

interface Props {
  readonly projectId: string;
  readonly item: TrashItem;
  readonly onRestored: (name: string) => void;
}

/** Restores a deleted secret or folder, under another name if its own is taken by now. */
export const RestoreForm = ({ projectId, item: { id, name, environment, isPersonal }, onRestored }: Props) => {
  const [newName, setNewName] = useState(name);
  const protection = useProtection(isPersonal ? [] : [environment]);
  const restore = api.useMutation('post', '/api/v1/projects/{projectId}/trash/items/{trashItemId}/restore', {
    meta: { showsError: true },
    onSuccess: ({ restored }) => onRestored(restored.name),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        restore.mutate({
          params: { path: { projectId, trashItemId: id } },
          body: newName === name ? {} : { newName },
        });
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Restore as"
            flex={1}
            required
            withAsterisk={false}
            maxLength={255}
            spellCheck={false}
            disabled={isPersonal}
            value={newName}
            onChange={({ currentTarget }) => setNewName(currentTarget.value)}
          />
          <Button type="submit" loading={restore.isPending} disabled={!protection.isConfirmed}>
            Restore
          </Button>
        </Group>
        {protection.fields}
        <FailureMessage error={restore.error} />
      </Stack>
    </form>
  );
};
