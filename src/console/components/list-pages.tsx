import { Group, Pagination, Text } from '@mantine/core';

export const rowsPerPage = 50;

interface Props {
  readonly total: number;
  /** From 1 on. */
  readonly page: number;
  readonly onChange: (page: number) => void;
}

const labels: Readonly<Record<string, string>> = { previous: 'Previous page', next: 'Next page' };

/** The pages of a long list; nothing if there is only one. */
export const ListPages = ({ total, page, onChange }: Props) =>
  total <= rowsPerPage ? null : (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {(page - 1) * rowsPerPage + 1}–{Math.min(page * rowsPerPage, total)} of {total}
      </Text>
      <Pagination
        size="sm"
        total={Math.ceil(total / rowsPerPage)}
        value={page}
        onChange={onChange}
        getControlProps={(control) => ({ 'aria-label': labels[control] ?? control })}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
      />
    </Group>
  );
