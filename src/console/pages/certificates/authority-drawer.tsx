import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { download } from '../../components/download.ts';
import { notifyFailure } from '../../components/failure.tsx';
import { LocalAddressNote } from '../../components/local-address.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { Time } from '../../components/time.tsx';
import { AuthorityActions, type AuthorityDialog } from './authority-actions.tsx';
import { Fact } from '../../components/facts.tsx';
import { algorithmLabel, fileNameOf, type Authority } from './model.ts';
import { AuthorityBadge } from './status-badge.tsx';

const Address = ({ label, url }: { label: string; url: string }) => (
  <Group gap={4} wrap="nowrap" justify="space-between">
    <Text size="sm" ff="monospace" miw={0} style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Text>
    <CopyButton value={url} label={label} />
  </Group>
);

/** The state of the authority's revocation list, and where clients ask. */
const Revocations = ({ authority: { id, name } }: { authority: Authority }) => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/cert-manager/ca/internal/{caId}/crls', {
    params: { path: { caId: id } },
  });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={3} height={20} />;
  const [list] = data;
  if (!list) return <Text size="sm">There is no revocation list until the authority has a certificate.</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Issued certificates name both addresses. Both show a revocation at once.
      </Text>
      <LocalAddressNote address={list.url} />
      <Title order={3}>Revocation list</Title>
      <Stack component="dl" gap={4} m={0}>
        <Fact label="Number">{list.number}</Fact>
        <Fact label="Last update">
          <Time value={list.lastUpdate} />
        </Fact>
        <Fact label="Next update">
          <Time value={list.nextUpdate} />
        </Fact>
        <Fact label="Size">{list.size.toLocaleString('en')} bytes</Fact>
      </Stack>
      <Address label="the address of the revocation list" url={list.url} />
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          onClick={() => download(list.crl, `${fileNameOf(name)}.crl.pem`)}
        >
          Revocation list
        </Button>
      </Group>
      <Title order={3}>OCSP responder</Title>
      <Address label="the address of the OCSP responder" url={list.ocspUrl} />
    </Stack>
  );
};

const downloadCertificate = async ({ id, name }: Authority, part: 'certificate' | 'chain'): Promise<void> => {
  try {
    const { certificate, certificateChain } = await client.GET('/api/v1/cert-manager/ca/internal/{caId}/certificate', {
      params: { path: { caId: id } },
    });
    const content =
      part === 'chain' ? `${certificate.trim()}\n${certificateChain.trim()}`.trim().concat('\n') : certificate;
    download(content, `${fileNameOf(name)}${part === 'chain' ? '-chain' : ''}.pem`);
  } catch (error) {
    notifyFailure(error);
  }
};

interface Props {
  readonly authority: Authority;
  /** The authority of the project that signs it, if the user may see that. */
  readonly parent: Authority | undefined;
  readonly onClose: () => void;
}

/** An authority with its certificate and the state of its revocation list. */
export const AuthorityDrawer = ({ authority, parent, onClose }: Props) => {
  const { name, configuration } = authority;
  const [dialog, setDialog] = useState<AuthorityDialog>();
  return (
    <SideDrawer title={name} subtitle={configuration.dn} isCovered={dialog !== undefined} onClose={onClose}>
      <Stack>
        <Stack component="dl" gap={4} m={0}>
          <Fact label="Status">
            <AuthorityBadge authority={authority} />
          </Fact>
          <Fact label="Kind">{configuration.type === 'root' ? 'Root' : 'Intermediate'}</Fact>
          <Fact label="Key">{algorithmLabel(configuration.keyAlgorithm)}</Fact>
          {configuration.notBefore !== null && (
            <Fact label="Valid from">
              <Time value={configuration.notBefore} />
            </Fact>
          )}
          {configuration.notAfter !== null && (
            <Fact label="Valid until">
              <Time value={configuration.notAfter} />
            </Fact>
          )}
          {configuration.serialNumber !== null && <Fact label="Serial number">{configuration.serialNumber}</Fact>}
        </Stack>
        {configuration.activeCaCertId !== null && (
          <Group gap="xs">
            {(['certificate', 'chain'] as const).map((part) => (
              <Button
                key={part}
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} />}
                onClick={() => void downloadCertificate(authority, part)}
              >
                {part === 'chain' ? 'Certificate with chain' : 'Certificate'}
              </Button>
            ))}
          </Group>
        )}
        <AuthorityActions authority={authority} parent={parent} dialog={dialog} onDialog={setDialog} />
        <Title order={2}>Revocation</Title>
        <Revocations authority={authority} />
      </Stack>
    </SideDrawer>
  );
};
