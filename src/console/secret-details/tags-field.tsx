import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import { FailureMessage } from '../components/failure.tsx';
import { slugOf } from '../pages/projects/slug.ts';

export const useTags = (projectId: string) =>
  api.useQuery('get', '/api/v1/projects/{projectId}/tags', { params: { path: { projectId } } });

interface Props {
  readonly label?: string;
  readonly projectId: string;
  readonly tagIds: readonly string[];
  readonly onChange: (tagIds: readonly string[]) => void;
  readonly isReadOnly: boolean;
}

/** The option that stands for a new tag; no tag has such an id. */
const newTag = 'new';

/** Chooses tags of the project, and creates them. */
export const TagsField = ({ label = 'Tags', projectId, tagIds, onChange, isReadOnly }: Props) => {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useTags(projectId);
  const create = api.useMutation('post', '/api/v1/projects/{projectId}/tags');
  const tags = data?.tags ?? [];
  const canCreate = useCan({ id: projectId }).can('create', 'tags');
  const slug = canCreate ? slugOf(search) : '';
  const isKnown = tags.some((tag) => tag.slug === slug);
  const options = tags.map((tag) => ({ value: tag.id, label: tag.slug }));

  const change = (chosen: string[]): void => {
    const ids = chosen.filter((id) => id !== newTag);
    if (ids.length === chosen.length) return onChange(ids);
    create.mutate(
      { params: { path: { projectId } }, body: { slug } },
      { onSuccess: ({ tag }) => onChange([...ids, tag.id]) },
    );
  };

  if (error) return <FailureMessage error={error} onRetry={refetch} />;
  return (
    <MultiSelect
      label={label}
      placeholder={tagIds.length === 0 ? 'Choose or create tags' : undefined}
      data={slug && !isKnown ? [...options, { value: newTag, label: `Create tag ${slug}` }] : options}
      filter={({ options: all, search: text }) =>
        all.filter((option) => 'value' in option && (option.value === newTag || option.label.includes(slugOf(text))))
      }
      value={data ? [...tagIds] : []}
      onChange={change}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      maxValues={50}
      hidePickedOptions
      disabled={!data || create.isPending || isReadOnly}
      nothingFoundMessage={canCreate ? 'Type a name to create a tag' : 'No such tag'}
      size="sm"
    />
  );
};
