import { ActionIcon, Group, MultiSelect, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Project } from '../../layout/project.tsx';

/** More columns than these would be too narrow to read. */
export const mostColumns = 6;

/** The environments that the table shows beside each other, and how to choose others. */
export interface Columns {
  readonly shown: Project['environments'];
  readonly most: number;
  readonly choose: (slugs: readonly string[]) => void;
}

export const useColumns = (environments: Project['environments'], isNarrow: boolean): Columns => {
  const [chosen, choose] = useState<readonly string[]>([]);
  const most = isNarrow ? 1 : mostColumns;
  const shown = useMemo(() => {
    const found = environments.filter(({ slug }) => chosen.includes(slug)).slice(0, most);
    return found.length > 0 && environments.length > most ? found : environments.slice(0, most);
  }, [environments, chosen, most]);
  return { shown, most, choose };
};

interface Props {
  readonly environments: Project['environments'];
  readonly columns: Columns;
}

const optionsOf = (environments: Project['environments']) =>
  environments.map(({ slug, name }) => ({ value: slug, label: name }));

/** Chooses the columns if there are more environments than fit beside each other. */
export const ColumnsField = ({ environments, columns: { shown, most, choose } }: Props) => {
  if (environments.length <= most) return null;
  const first = environments.findIndex(({ slug }) => slug === shown[0]?.slug);
  const last = environments.findIndex(({ slug }) => slug === shown.at(-1)?.slug);
  const moveTo = (start: number): void => choose(environments.slice(start, start + most).map(({ slug }) => slug));
  return (
    <Group gap={4} wrap="nowrap" flex={most === 1 ? '1 1 140px' : '1 0 100%'}>
      <ActionIcon
        size="lg"
        aria-label="Earlier environments"
        disabled={first <= 0}
        onClick={() => moveTo(Math.max(0, first - most))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      {most === 1 ? (
        <Select
          flex={1}
          aria-label="Environment"
          searchable={environments.length > mostColumns}
          allowDeselect={false}
          data={optionsOf(environments)}
          value={shown[0]?.slug ?? null}
          onChange={(slug) => choose(slug === null ? [] : [slug])}
        />
      ) : (
        <MultiSelect
          flex={1}
          aria-label="Environments that are shown"
          searchable
          maxValues={most}
          data={optionsOf(environments)}
          value={shown.map(({ slug }) => slug)}
          onChange={choose}
        />
      )}
      <ActionIcon
        size="lg"
        aria-label="Later environments"
        disabled={last >= environments.length - 1}
        onClick={() => moveTo(last + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {shown.length} of {environments.length}
      </Text>
    </Group>
  );
};
