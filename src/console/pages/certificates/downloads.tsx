import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { client } from '../../api/client.ts';
import { download } from '../../components/download.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { fileNameOf, type Certificate } from './model.ts';

interface Props {
  readonly certificate: Certificate;
  readonly mayReadKey: boolean;
  /** Of the certificate, for the names of the files. */
  readonly name: string;
}

type File = 'certificate' | 'chain' | 'key';

/** Reads a part of a certificate and hands it to the browser; nothing of it stays in the page. */
const downloadFile = async ({ certificate: { id }, name }: Props, file: File): Promise<void> => {
  const params = { path: { id } };
  if (file === 'key') {
    const { privateKey } = await client.GET('/api/v1/cert-manager/certificates/{id}/private-key', { params });
    return download(privateKey, `${fileNameOf(name)}.key`);
  }
  const { certificate, certificateChain } = await client.GET('/api/v1/cert-manager/certificates/{id}/certificate', {
    params,
  });
  if (file === 'certificate') return download(certificate, `${fileNameOf(name)}.pem`);
  download(`${certificate.trim()}\n${certificateChain}`, `${fileNameOf(name)}-chain.pem`);
};

const shortestPassword = 6;

const Pkcs12Form = ({ certificate: { id }, name }: Props) => {
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (password) =>
        password.length < shortestPassword ? `Enter at least ${shortestPassword} characters.` : null,
    },
  });
  const save = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: async (password: string) => {
      const response = await client.POST('/api/v1/cert-manager/certificates/{id}/pkcs12', {
        params: { path: { id } },
        body: { password, alias: name },
        parseAs: 'arrayBuffer',
      });
      download(response, `${fileNameOf(name)}.p12`);
      form.reset();
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => save.mutate(password))}>
      <Stack gap="xs">
        <PasswordInput
          label="Passphrase for PKCS #12"
          description="One file with the key, the certificate and the chain, for browsers, Windows and Java. The passphrase is not stored."
          autoComplete="new-password"
          maxLength={256}
          {...form.getInputProps('password')}
        />
        <FailureMessage error={save.error} />
        <Group>
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={save.isPending}
            leftSection={<IconDownload size={14} />}
          >
            Download PKCS #12
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const files: readonly { file: File; label: string }[] = [
  { file: 'certificate', label: 'Certificate' },
  { file: 'chain', label: 'Certificate with chain' },
  { file: 'key', label: 'Private key' },
];

/** The files of a certificate; those with its key only for whoever may read it. */
export const Downloads = (props: Props) => {
  const { certificate, mayReadKey } = props;
  const save = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: (file: File) => downloadFile(props, file),
  });
  const { hasPrivateKey } = certificate;
  return (
    <Stack gap="xs">
      <Title order={2}>Download</Title>
      <Group gap="xs">
        {files.map(({ file, label }) => (
          <Guarded
            key={file}
            isAllowed={file !== 'key' || (hasPrivateKey && mayReadKey)}
            reason={
              hasPrivateKey
                ? 'You are not allowed to read the private key of this certificate.'
                : 'The key was created elsewhere, and is not stored here.'
            }
          >
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} />}
              onClick={() => save.mutate(file)}
            >
              {label}
            </Button>
          </Guarded>
        ))}
      </Group>
      <FailureMessage error={save.error} />
      {hasPrivateKey && mayReadKey && <Pkcs12Form {...props} />}
      {hasPrivateKey && (
        <Text size="sm" c="dimmed">
          Reading a private key is recorded in the audit log.
        </Text>
      )}
    </Stack>
  );
};
