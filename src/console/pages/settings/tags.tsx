import { ActionIcon, ColorSwatch, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';
import { TagModal, type Tag } from './tag-form.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { CreateButton } from '../../components/create-button.tsx';

interface RowProps {
  readonly tag: Tag;
  readonly onEdit: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

const TagRow = ({ tag: { slug, color }, onEdit, onDelete }: RowProps) => (
  <Group component="li" wrap="nowrap" gap="xs">
    <ColorSwatch color={color ?? 'transparent'} size={14} />
    <Text size="sm" ff="monospace" truncate flex={1}>
      {slug}
    </Text>
    {onEdit && (
      <ActionIcon aria-label={`Edit ${slug}`} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
    )}
    {onDelete && (
      <ActionIcon aria-label={`Delete ${slug}`} onClick={onDelete}>
        <IconTrash size={16} />
      </ActionIcon>
    )}
  </Group>
);

const TagList = () => {
  const project = useProject();
  const path = { projectId: project.id };
  const ability = useCan(project);
  const [edited, setEdited] = useState<Tag | 'new'>();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/projects/{projectId}/tags', { params: { path } });
  const remove = api.useMutation('delete', '/api/v1/projects/{projectId}/tags/{tagId}', {
    meta: { showsError: true },
  });

  const askToDelete = ({ id, slug }: Tag): void =>
    confirm({
      title: 'Delete the tag?',
      message: `All secrets that have the tag ${slug} lose it. It cannot be restored.`,
      action: 'Delete tag',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync({ params: { path: { ...path, tagId: id } } }),
    });

  return (
    <Section
      title="Tags"
      description="Mark secrets, and name them in rules."
      action={
        <CreateButton
          label="Create tag"
          isAllowed={ability.can('create', 'tags')}
          reason="You are not allowed to create tags in this project."
          onClick={() => setEdited('new')}
        />
      }
    >
      <ItemList label="Tags" items={data?.tags} loading={{ error, refetch }} empty="No tags yet." gap={4}>
        {(tag) => (
          <TagRow
            key={tag.id}
            tag={tag}
            onEdit={ability.can('edit', 'tags') ? () => setEdited(tag) : undefined}
            onDelete={ability.can('delete', 'tags') ? () => askToDelete(tag) : undefined}
          />
        )}
      </ItemList>
      <TagModal
        isOpen={edited !== undefined}
        tag={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </Section>
  );
};

/** The tags of the project. */
export const Tags = () => (useCan(useProject()).can('read', 'tags') ? <TagList /> : null);
