import { Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { CopyButton } from '../components/copy-button.tsx';

export type InvitationLink = components['schemas']['InvitationLink'];

/** Links of new invitations, which are shown once, to be passed on. */
export const InvitationLinks = ({ links }: { links: readonly InvitationLink[] }) => {
  const { data } = api.useQuery('get', '/api/status');
  if (links.length === 0) return <Text size="sm">Nobody needs a link: all of them have joined already.</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {data?.emailConfigured
          ? 'The invitations are on their way by mail. You can pass these links on as well.'
          : 'No mail is sent, because this server has no mail server: pass each link on yourself.'}{' '}
        A link works for three days, for one person, and is shown only now.
      </Text>
      <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Invitation links">
        {links.map(({ email, link }) => (
          <Group key={email} component="li" gap={4} wrap="nowrap">
            <Text size="sm" flex={1} miw={0} truncate>
              {email}
            </Text>
            <CopyButton value={link} label={`the link for ${email}`} isSecret />
          </Group>
        ))}
      </Stack>
    </Stack>
  );
};
