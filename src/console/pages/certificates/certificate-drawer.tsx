import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { Ago, Time } from '../../components/time.tsx';
import { useProject } from '../../layout/project.tsx';
import { nameOf } from './certificate-table.tsx';
import { Downloads } from './downloads.tsx';
import { Fact } from '../../components/facts.tsx';
import { algorithmLabel, mayUse, type Certificate } from './model.ts';
import { reasonLabel, RevokeModal } from './revoke.tsx';
import { RenewModal } from './renew.tsx';
import { CertificateBadge } from './status-badge.tsx';

interface Props {
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

const Facts = ({ certificate }: { certificate: Certificate }) => (
  <Stack component="dl" gap={4} m={0}>
    <Fact label="Status">
      <CertificateBadge certificate={certificate} />
    </Fact>
    <Fact label="Common name">{certificate.commonName || 'None'}</Fact>
    <Fact label="Other names">{certificate.altNames === '' ? 'None' : certificate.altNames.replaceAll(',', ', ')}</Fact>
    <Fact label="Serial number">
      <Code>{certificate.serialNumber}</Code>
    </Fact>
    <Fact label="Key">
      {algorithmLabel(certificate.keyAlgorithm)}, {certificate.hasPrivateKey ? 'stored here' : 'created elsewhere'}
    </Fact>
    <Fact label="For">{certificate.extendedKeyUsages.join(', ') || 'Servers and clients'}</Fact>
    <Fact label="Valid from">
      <Time value={certificate.notBefore} />
    </Fact>
    <Fact label="Valid until">
      <Time value={certificate.notAfter} />
    </Fact>
    {certificate.revokedAt !== null && (
      <Fact label="Revoked">
        <Ago value={certificate.revokedAt} />, {reasonLabel(certificate.revocationReason)}
      </Fact>
    )}
    {certificate.metadata.map(({ key, value }) => (
      <Fact key={key} label={key}>
        {value}
      </Fact>
    ))}
  </Stack>
);

const RenewalLinks = ({ certificate, onOpen }: { certificate: Certificate; onOpen: Props['onOpen'] }) => {
  const { renewedFromCertificateId: from, renewedByCertificateId: by } = certificate;
  if (from === null && by === null) return null;
  return (
    <Group gap="xs">
      {by !== null && (
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen(by)}>
          Show the certificate that renews it
        </Button>
      )}
      {from !== null && (
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen(from)}>
          Show the one that it renews
        </Button>
      )}
    </Group>
  );
};

const renewalReason = ({ status, renewedByCertificateId }: Certificate): string => {
  if (status !== 'active') return `A certificate that is ${status} cannot be renewed. Issue a new one.`;
  return renewedByCertificateId === null
    ? 'You are not allowed to create certificates with these names.'
    : 'It was renewed already.';
};

const useDeletion = ({ id }: Certificate, name: string, onClose: () => void) => {
  const remove = api.useMutation('delete', '/api/v1/cert-manager/certificates/{id}', { meta: { showsError: true } });
  return (): void =>
    confirm({
      title: 'Delete the certificate?',
      message: `${name} is deleted here with its private key. Whoever has it can use it until it ends; revoke it first to prevent that.`,
      action: 'Delete certificate',
      isDestructive: true,
      onConfirm: async () => {
        await remove.mutateAsync({ params: { path: { id } } });
        onClose();
      },
    });
};

type Dialog = 'renew' | 'revoke';

const Actions = ({
  certificate,
  onDialog,
  onDelete,
}: {
  certificate: Certificate;
  onDialog: (dialog: Dialog) => void;
  onDelete: () => void;
}) => {
  const ability = useCan(useProject());
  const mayDelete = mayUse(ability, 'delete', certificate);
  const canRenew =
    certificate.status === 'active' &&
    certificate.renewedByCertificateId === null &&
    mayUse(ability, 'create', certificate);
  return (
    <Group gap="xs">
      <Guarded isAllowed={canRenew} reason={renewalReason(certificate)}>
        <Button size="xs" onClick={() => onDialog('renew')}>
          Renew
        </Button>
      </Guarded>
      <Guarded
        isAllowed={mayDelete && certificate.status !== 'revoked'}
        reason={mayDelete ? 'It is revoked already.' : 'You are not allowed to revoke this certificate.'}
      >
        <Button size="xs" color="red.9" onClick={() => onDialog('revoke')}>
          Revoke
        </Button>
      </Guarded>
      <Guarded isAllowed={mayDelete} reason="You are not allowed to delete this certificate.">
        <Button size="xs" variant="default" onClick={onDelete}>
          Delete
        </Button>
      </Guarded>
    </Group>
  );
};

const Details = ({
  certificate,
  onDialog,
  onOpen,
  onClose,
}: Omit<Props, 'id'> & { certificate: Certificate; onDialog: (dialog: Dialog) => void }) => {
  const ability = useCan(useProject());
  const askToDelete = useDeletion(certificate, nameOf(certificate), onClose);
  return (
    <Stack>
      <Facts certificate={certificate} />
      <RenewalLinks certificate={certificate} onOpen={onOpen} />
      <Actions certificate={certificate} onDialog={onDialog} onDelete={askToDelete} />
      <Downloads
        certificate={certificate}
        mayReadKey={mayUse(ability, 'read-private-key', certificate)}
        name={nameOf(certificate)}
      />
      <Text size="sm" c="dimmed">
        Created <Ago value={certificate.createdAt} />
      </Text>
    </Stack>
  );
};

/** One certificate: what it is, and what can be done with it. */
export const CertificateDrawer = ({ id, onOpen, onClose }: Props) => {
  const [dialog, setDialog] = useState<Dialog>();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/cert-manager/certificates/{id}', {
    params: { path: { id } },
  });
  const certificate = data?.certificate;
  const closeDialog = (): void => setDialog(undefined);
  return (
    <SideDrawer
      title={certificate ? nameOf(certificate) : 'Certificate'}
      {...(certificate && certificate.friendlyName !== nameOf(certificate) && { subtitle: certificate.friendlyName })}
      isCovered={dialog !== undefined}
      onClose={onClose}
    >
      {!certificate && <NotLoaded error={error} onRetry={refetch} height={20} />}
      {certificate && <Details certificate={certificate} onDialog={setDialog} onOpen={onOpen} onClose={onClose} />}
      {certificate && dialog === 'renew' && <RenewModal certificate={certificate} onClose={closeDialog} />}
      {certificate && dialog === 'revoke' && <RevokeModal certificate={certificate} onClose={closeDialog} />}
    </SideDrawer>
  );
};
