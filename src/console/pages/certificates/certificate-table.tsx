import { Anchor, Group, Table, Text } from '@mantine/core';
import { Time } from '../../components/time.tsx';
import type { Authority, Certificate } from './model.ts';
import { CertificateBadge } from './status-badge.tsx';

interface Props {
  readonly label: string;
  readonly certificates: readonly Certificate[];
  readonly authorities: readonly Authority[];
  readonly onOpen: (certificate: Certificate) => void;
}

export const nameOf = ({ friendlyName, commonName, serialNumber }: Certificate): string =>
  commonName || friendlyName || serialNumber;

const Row = ({
  certificate,
  authority,
  onOpen,
}: {
  certificate: Certificate;
  authority: string;
  onOpen: () => void;
}) => (
  <Table.Tr>
    <Table.Td maw={320}>
      <Anchor
        component="button"
        type="button"
        size="sm"
        fw={500}
        ta="left"
        onClick={onOpen}
        style={{ overflowWrap: 'anywhere' }}
      >
        {nameOf(certificate)}
      </Anchor>
      {!['', certificate.commonName].includes(certificate.altNames) && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {certificate.altNames.replaceAll(',', ', ')}
        </Text>
      )}
      <Group gap={6} hiddenFrom="sm">
        <CertificateBadge certificate={certificate} />
        <Text size="xs" c="dimmed">
          ends <Time value={certificate.notAfter} />
        </Text>
      </Group>
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <CertificateBadge certificate={certificate} />
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <Time value={certificate.notAfter} />
    </Table.Td>
    <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
      {authority}
    </Table.Td>
  </Table.Tr>
);

/** Certificates, each with a button that opens it; on narrow screens a few lines each. */
export const CertificateTable = ({ label, certificates, authorities, onOpen }: Props) => {
  const names = new Map(authorities.map(({ id, name }) => [id, name]));
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
          <Table.Th visibleFrom="sm">Ends</Table.Th>
          <Table.Th visibleFrom="sm">Authority</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {certificates.map((certificate) => (
          <Row
            key={certificate.id}
            certificate={certificate}
            authority={names.get(certificate.caId) ?? ''}
            onOpen={() => onOpen(certificate)}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
};
