import { Alert, Badge, Group, Text } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Section } from '../../components/section.tsx';
import { Time, withLocalTimes } from '../../components/time.tsx';

type LicenceData = components['schemas']['Licence'];

const summaryOf = ({ source, licensee, organization }: LicenceData): string => {
  if (source === 'none') return 'No licence is in effect.';
  if (source === 'evaluation') return 'The evaluation licence of a new server.';
  return `Licensed to ${licensee}, for ${organization === '*' ? 'all organizations' : `the organization ${organization}`}.`;
};

const Details = ({ licence }: { licence: LicenceData }) => {
  const { expiresAt, daysLeft, isExpiring, features, problem } = licence;
  return (
    <>
      {problem !== null && (
        <Alert color="yellow" variant="light">
          {withLocalTimes(problem)}
        </Alert>
      )}
      <Text size="sm">
        {summaryOf(licence)}
        {expiresAt !== null && (
          <>
            {' '}
            It ends <Time value={expiresAt} />
            {daysLeft !== null && `, in ${daysLeft === 1 ? 'one day' : `${daysLeft} days`}`}.
          </>
        )}
      </Text>
      {isExpiring && (
        <Alert color="yellow" variant="light">
          Renew it before it ends: what it allows stops working then.
        </Alert>
      )}
      {features.length > 0 && (
        <Group gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Features">
          {features.map((feature) => (
            <Badge key={feature} component="li" variant="default">
              {feature}
            </Badge>
          ))}
        </Group>
      )}
    </>
  );
};

export const Licence = () => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/admin/licence');
  return (
    <Section title="Licence">
      {!data && <NotLoaded error={error} onRetry={refetch} rows={2} />}
      {data && <Details licence={data.licence} />}
    </Section>
  );
};
