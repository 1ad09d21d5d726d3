import { Button, Group, NativeSelect, Skeleton } from '@mantine/core';
import { SearchField } from '../../components/search-field.tsx';
import { IconArrowsSort, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deferred } from '../../api/after-loading.ts';
import { readValues } from '../../secrets/stored-values.ts';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import type { Filter, Order } from './rows.ts';
import type { TagFilterProps } from './tag-filter.tsx';
import type { Contents } from './use-contents.ts';
import type { Editor } from './use-editor.ts';

const TagFilter = deferred<TagFilterProps>(
  async () => (await import('./tag-filter.tsx')).TagFilter,
  () => <Skeleton height={36} flex="1 1 140px" maw={260} />,
);

interface Props {
  readonly folder: FolderRef;
  readonly contents: Contents;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly editor: Editor;
}

const orders: { value: Order; label: string }[] = [
  { value: 'name', label: 'By name' },
  { value: 'changed', label: 'Changed last' },
];

const tagsOf = ({ secrets, imports }: Contents): string[] => {
  const slugs = new Set<string>();
  for (const { tags } of secrets) for (const { slug } of tags) slugs.add(slug);
  for (const imported of imports) for (const { tags } of imported.secrets) for (const { slug } of tags) slugs.add(slug);
  return [...slugs].sort();
};

/** Filters, and all values at once. */
export const Toolbar = ({ folder, contents, filter, onFilter, editor: { drafts, values, actions } }: Props) => {
  const tags = useMemo(() => tagsOf(contents), [contents]);
  const showAll = useMutation({
    mutationFn: async () => {
      const stored = await readValues(folder);
      const typed = [...drafts.keys()].map((id) => [id, stored.get(id) ?? ''] as const);
      if (!document.hidden) actions.reveal([...stored, ...typed]);
    },
  });
  const areShown = values.size > 0;
  return (
    <Group gap="xs" align="flex-start">
      <SearchField
        flex="2 1 240px"
        label="Search names"
        value={filter.search}
        onChange={(search) => onFilter({ ...filter, search })}
      />
      {tags.length > 0 && (
        <TagFilter tags={tags} chosen={filter.tags} onChoose={(chosen) => onFilter({ ...filter, tags: chosen })} />
      )}
      <NativeSelect
        size="sm"
        w={150}
        aria-label="Order"
        leftSection={<IconArrowsSort size={16} />}
        data={orders}
        value={filter.order}
        onChange={({ currentTarget }) => onFilter({ ...filter, order: currentTarget.value as Order })}
      />
      <Button
        variant={filter.isRecent ? 'light' : 'default'}
        aria-pressed={filter.isRecent}
        onClick={() => onFilter({ ...filter, isRecent: !filter.isRecent })}
      >
        Changed today
      </Button>
      <Button
        variant="default"
        leftSection={areShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        loading={showAll.isPending}
        onClick={() => (areShown ? actions.hide() : showAll.mutate())}
      >
        {areShown ? 'Hide values' : 'Show values'}
      </Button>
    </Group>
  );
};
