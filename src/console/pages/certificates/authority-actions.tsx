import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useCan } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { download } from '../../components/download.ts';
import { notifyFailure } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { useProject } from '../../layout/project.tsx';
import { ImportCertificate } from './import-certificate.tsx';
import { fileNameOf, type Authority } from './model.ts';
import { RenewAuthority } from './renew-authority.tsx';

interface Props {
  readonly authority: Authority;
  readonly parent: Authority | undefined;
}

const caPath = '/api/v1/cert-manager/ca/internal/{caId}';

/** Whether the certificate of an authority comes from elsewhere. */
const isExternal = ({ configuration: { type, parentCaId } }: Authority): boolean =>
  type === 'intermediate' && parentCaId === null;

const downloadRequest = async ({ id, name }: Authority): Promise<void> => {
  try {
    const { csr } = await client.GET(`${caPath}/csr`, { params: { path: { caId: id } } });
    download(csr, `${fileNameOf(name)}.csr.pem`);
  } catch (error) {
    notifyFailure(error);
  }
};

/** Why the authority can get no new certificate by the user; undefined if it can. */
const useRefusal = ({ authority: { name, status }, parent }: Props): string | undefined => {
  const ability = useCan(useProject());
  const may = (action: string, of: string): boolean => ability.can(action, 'certificate-authorities', { name: of });
  if (!may('issue-ca-certificate', name)) return 'You are not allowed to give this authority a certificate.';
  if (parent && !may('sign-intermediate', parent.name))
    return `You are not allowed to sign authorities with ${parent.name}.`;
  if (status === 'disabled') return 'The authority is disabled. Enable it first.';
  return undefined;
};

const GuardedBy = ({
  refusal,
  children,
}: {
  refusal: string | undefined;
  children: ReactElement<Record<string, unknown>>;
}) => (
  <Guarded isAllowed={refusal === undefined} reason={refusal ?? ''}>
    {children}
  </Guarded>
);

const DisableButton = ({ authority: { id, name, status } }: { authority: Authority }) => {
  const isAllowed = useCan(useProject()).can('edit', 'certificate-authorities', { name });
  const update = api.useMutation('patch', caPath, { meta: { showsError: true } });
  const isDisabled = status === 'disabled';
  const set = (next: 'active' | 'disabled') =>
    update.mutateAsync({ params: { path: { caId: id } }, body: { status: next } });
  const ask = (): void =>
    confirm(
      isDisabled
        ? {
            title: 'Enable the authority?',
            message: `${name} can sign certificates again.`,
            action: 'Enable authority',
            onConfirm: () => set('active'),
          }
        : {
            title: 'Disable the authority?',
            message: `${name} signs no certificates until it is enabled again. Those that it has signed stay valid, and it goes on telling which are revoked.`,
            action: 'Disable authority',
            isDestructive: true,
            onConfirm: () => set('disabled'),
          },
    );
  return (
    <Guarded isAllowed={isAllowed} reason="You are not allowed to edit this authority.">
      <Button size="xs" variant="default" onClick={ask}>
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
    </Guarded>
  );
};

export type AuthorityDialog = 'renew' | 'import';

interface ActionsProps extends Props {
  /** The dialog that is open. */
  readonly dialog: AuthorityDialog | undefined;
  readonly onDialog: (dialog: AuthorityDialog | undefined) => void;
}

/** The buttons that change an authority: its certificate, and whether it signs. */
export const AuthorityActions = ({ dialog, onDialog, ...props }: ActionsProps) => {
  const { authority } = props;
  const refusal = useRefusal(props);
  const close = (): void => onDialog(undefined);
  const hasCertificate = authority.configuration.activeCaCertId !== null;
  return (
    <Group gap="xs">
      {isExternal(authority) ? (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            onClick={() => void downloadRequest(authority)}
          >
            Signing request
          </Button>
          <GuardedBy refusal={refusal}>
            <Button size="xs" variant={hasCertificate ? 'default' : 'filled'} onClick={() => onDialog('import')}>
              Import its certificate
            </Button>
          </GuardedBy>
        </>
      ) : (
        <GuardedBy refusal={refusal}>
          <Button size="xs" variant="default" onClick={() => onDialog('renew')}>
            {hasCertificate ? 'Renew' : 'Sign'}
          </Button>
        </GuardedBy>
      )}
      <DisableButton authority={authority} />
      {dialog === 'renew' && <RenewAuthority {...props} onClose={close} />}
      {dialog === 'import' && <ImportCertificate authority={authority} onClose={close} />}
    </Group>
  );
};
