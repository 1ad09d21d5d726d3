import { Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** What the numbers mean; the percentage comes before it. */
  readonly children?: ReactNode;
}

/** How far something is that takes long; it is complete only when the server says so. */
export const ProgressBar = ({ label, done, total, children }: Props) => {
  const percent = total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
  return (
    <Stack gap={4}>
      <Progress.Root size="lg">
        <Progress.Section value={percent} animated aria-label={label} />
      </Progress.Root>
      {children !== undefined && (
        <Text size="sm">
          {percent} %: {children}
        </Text>
      )}
    </Stack>
  );
};
