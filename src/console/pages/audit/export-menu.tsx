import { Alert, Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { download } from '../../components/download.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { maxExported, readAll, textOf, type ExportFormat } from './export.ts';
import type { LogQuery } from './filters.ts';

/** Downloads everything that the filters select, up to a limit. */
export const useExport = (query: LogQuery) => {
  const [count, setCount] = useState(0);
  const cancel = useRef<AbortController>(undefined);
  const run = useMutation({
    meta: { showsError: true, changesNothing: true },
    gcTime: 0,
    mutationFn: async (format: ExportFormat) => {
      cancel.current = new AbortController();
      setCount(0);
      const { signal } = cancel.current;
      const { entries, isCut } = await readAll(query, setCount, signal);
      download(textOf(format, entries), `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`);
      return { count: entries.length, isCut };
    },
  });
  return { ...run, progress: count, cancel: () => cancel.current?.abort() };
};

type Export = ReturnType<typeof useExport>;

export const ExportMenu = ({ isPending, mutate }: Pick<Export, 'isPending' | 'mutate'>) => (
  <Menu>
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} />} disabled={isPending}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => mutate('csv')}>CSV</Menu.Item>
      <Menu.Item onClick={() => mutate('jsonl')}>JSON lines</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

const number = new Intl.NumberFormat('en');

/** How far the export is, and what became of it. */
export const ExportState = ({ isPending, isError, error, data, progress, cancel }: Export) => {
  if (isPending)
    return (
      <Group gap="sm" role="status">
        <Text size="sm">Exporting: {number.format(progress)} entries so far</Text>
        <Button size="compact-sm" variant="default" onClick={cancel}>
          Cancel
        </Button>
      </Group>
    );
  if (isError) return error.name === 'AbortError' ? null : <FailureMessage error={error} />;
  if (!data) return null;
  return (
    <Alert color={data.isCut ? 'yellow' : 'pine'} variant="light" role="status">
      {number.format(data.count)} entries exported.
      {data.isCut && ` An export has at most about ${number.format(maxExported)}: narrow the filters to get the rest.`}
    </Alert>
  );
};
