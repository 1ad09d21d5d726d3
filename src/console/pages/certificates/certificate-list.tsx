import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';
import { CertificateTable } from './certificate-table.tsx';
import type { Authority, Certificate } from './model.ts';

interface Props {
  readonly authorities: readonly Authority[];
  readonly onOpen: (certificate: Certificate) => void;
}

const pageSize = 25;

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
] as const;

type Status = Certificate['status'];

const usePage = ({ search, status, caId, page }: { search: string; status: string; caId: string; page: number }) => {
  const { id: projectId } = useProject();
  const query = {
    projectId,
    offset: page * pageSize,
    limit: pageSize,
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(status !== '' && { status: status as Status }),
    ...(caId !== '' && { caId }),
  };
  return api.useQuery(
    'get',
    '/api/v1/cert-manager/certificates',
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
};

const Pages = ({ page, total, onChange }: { page: number; total: number; onChange: (page: number) => void }) => {
  const last = Math.min(total, (page + 1) * pageSize);
  if (total <= pageSize) return null;
  return (
    <Group justify="flex-end" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {page * pageSize + 1} to {last} of {total}
      </Text>
      <Button size="xs" variant="default" disabled={page === 0} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <Button size="xs" variant="default" disabled={last >= total} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </Group>
  );
};

/** All certificates of the project, to search and to filter. */
export const CertificateList = ({ authorities, onOpen }: Props) => {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState('');
  const [caId, setCaId] = useState('');
  const [page, setPage] = useState(0);
  const [searched] = useDebouncedValue(search, 200);
  const { data, error, refetch } = usePage({ search: searched, status, caId, page });
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value);
      setPage(0);
    };
  return (
    <Section title="Certificates">
      <Group gap="xs">
        <TextInput
          aria-label="Search certificates"
          placeholder="Name or serial number"
          leftSection={<IconSearch size={16} />}
          flex={1}
          miw={180}
          maxLength={255}
          value={search}
          onChange={({ currentTarget }) => changed(setSearch)(currentTarget.value)}
        />
        <Select
          aria-label="Status"
          w={130}
          allowDeselect={false}
          data={[{ value: '', label: 'Any status' }, ...statuses]}
          value={status}
          onChange={(value) => changed(setStatus)(value ?? '')}
        />
        <Select
          aria-label="Authority"
          w={160}
          allowDeselect={false}
          data={[
            { value: '', label: 'Any authority' },
            ...authorities.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={caId}
          onChange={(value) => changed(setCaId)(value ?? '')}
        />
      </Group>
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {data?.certificates.length === 0 && (
        <Text size="sm" c="dimmed">
          {search === '' && status === '' && caId === '' ? 'No certificates yet.' : 'No certificate matches.'}
        </Text>
      )}
      {data && data.certificates.length > 0 && (
        <CertificateTable
          label="All certificates"
          certificates={data.certificates}
          authorities={authorities}
          onOpen={onOpen}
        />
      )}
      {data && <Pages page={page} total={data.totalCount} onChange={setPage} />}
    </Section>
  );
};
