import { Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../api/errors.ts';
import { hasReferences, readValue } from '../../secrets/read-value.ts';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { ValueText } from '../../secrets/value-text.tsx';

interface Props {
  readonly folder: FolderRef;
  readonly name: string;
  readonly value: string;
}

/** What programs get instead of a value with references. */
const Resolved = ({ folder, name }: Omit<Props, 'value'>) => {
  const { data, error } = useQuery({
    queryKey: ['resolved', folder, name],
    queryFn: () => readValue({ ...folder, name }, { isResolved: true }),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" component="span" mt={2}>
      <IconArrowRight size={14} aria-label="Programs get" style={{ marginTop: 4, flexShrink: 0 }} />
      {error ? (
        <Text span size="xs" c="error">
          {failureOf(error).message}
        </Text>
      ) : (
        <ValueText value={data ?? '…'} />
      )}
    </Group>
  );
};

/** A value that has references, with them replaced. */
export const ResolvedValue = ({ value, ...rest }: Props) => (hasReferences(value) ? <Resolved {...rest} /> : null);
