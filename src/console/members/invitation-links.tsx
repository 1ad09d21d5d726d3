import { Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { LocalAddressNote } from '../components/local-address.tsx';
import { ItemList } from '../components/item-list.tsx';

export type InvitationLink = components['schemas']['InvitationLink'];

/** What became of invitations: links to pass on, and addresses to which a link was mailed that nobody else sees. */
export interface NewInvitations {
  readonly completeInviteLinks: readonly InvitationLink[];
  readonly mailedInvitations: readonly string[];
}

const Mailed = ({ addresses }: { addresses: readonly string[] }) => (
  <Text size="sm">
    The invitation was sent by mail to {addresses.join(', ')}. Its link works for three days, and is shown to nobody
    else: whoever opens it creates the account.
  </Text>
);

const Links = ({ links }: { links: readonly InvitationLink[] }) => {
  const { data } = api.useQuery('get', '/api/status');
  return (
    <>
      <Text size="sm">
        {data?.emailConfigured
          ? 'These people have an account, and their invitations are on their way by mail. You can pass these links on as well.'
          : 'No mail is sent, because this server has no mail server: pass each link on yourself.'}{' '}
        A link works for three days, for one person, and is shown only now.
      </Text>
      <LocalAddressNote address={links[0]?.link} />
      <ItemList label="Invitation links" items={links} gap={4}>
        {({ email, link }) => (
          <Group key={email} component="li" gap={4} wrap="nowrap">
            <Text size="sm" flex={1} miw={0} truncate>
              {email}
            </Text>
            <CopyButton value={link} label={`the link for ${email}`} isSecret />
          </Group>
        )}
      </ItemList>
    </>
  );
};

/** What was done with new invitations; links are shown once. */
export const InvitationLinks = ({ completeInviteLinks: links, mailedInvitations: mailed }: NewInvitations) => (
  <Stack gap="xs">
    {mailed.length > 0 && <Mailed addresses={mailed} />}
    {links.length > 0 && <Links links={links} />}
    {mailed.length + links.length === 0 && <Text size="sm">Nobody needs a link: all of them have joined already.</Text>}
  </Stack>
);
