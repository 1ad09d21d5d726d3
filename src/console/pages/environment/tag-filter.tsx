import { MultiSelect } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';

export interface TagFilterProps {
  /** The slugs of the tags that secrets of the folder have. */
  readonly tags: string[];
  readonly chosen: readonly string[];
  readonly onChoose: (tags: readonly string[]) => void;
}

/** Shows the secrets with some tags only. */
export const TagFilter = ({ tags, chosen, onChoose }: TagFilterProps) => (
  <MultiSelect
    size="sm"
    flex="1 1 140px"
    maw={260}
    aria-label="Tags"
    placeholder={chosen.length === 0 ? 'All tags' : undefined}
    leftSection={<IconTag size={16} />}
    data={tags}
    value={[...chosen]}
    onChange={onChoose}
    clearable
    clearButtonProps={{ 'aria-label': 'Show secrets with all tags' }}
  />
);
