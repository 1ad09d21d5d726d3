import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';
import { CertificateTable } from './certificate-table.tsx';
import type { Authority, Certificate } from './model.ts';
import { soonDays } from './status-badge.tsx';

interface Props {
  readonly authorities: readonly Authority[];
  readonly onOpen: (certificate: Certificate) => void;
}

const maxShown = 100;

/** The certificates that end soon and were not renewed yet, the first to end first. */
export const Expiring = ({ authorities, onOpen }: Props) => {
  const { id: projectId } = useProject();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/cert-manager/certificates', {
    params: { query: { projectId, offset: 0, limit: maxShown, expiresWithinDays: soonDays } },
  });
  const waiting = (data?.certificates ?? [])
    .filter(({ renewedByCertificateId }) => renewedByCertificateId === null)
    .toSorted((one, other) => one.notAfter.localeCompare(other.notAfter));
  return (
    <Section title={`Ends within ${soonDays} days`} description="Renew these, unless nobody uses them any more.">
      {!data && (error ? <FailureMessage error={error} onRetry={refetch} /> : <ListSkeleton rows={2} />)}
      {data && waiting.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing to renew.
        </Text>
      )}
      {waiting.length > 0 && (
        <CertificateTable
          label="Certificates that end soon"
          certificates={waiting}
          authorities={authorities}
          onOpen={onOpen}
        />
      )}
    </Section>
  );
};
