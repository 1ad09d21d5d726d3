import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyButton } from '../../components/copy-button.tsx';
import { download } from '../../components/download.ts';
import { fileNameOf } from './model.ts';

/** A new certificate, in PEM. */
export interface IssuedFiles {
  readonly name: string;
  readonly certificate: string;
  readonly chain: string;
  readonly serialNumber: string;
  /** Whether the server created a key for it. */
  readonly hasKey: boolean;
}

interface Props {
  readonly issued: IssuedFiles;
  /** The private key, as long as the page holds it. */
  readonly privateKey: string | undefined;
  readonly onClose: () => void;
}

const FileLine = ({ label, file, content }: { label: string; file: string; content: string }) => (
  <Group gap="xs" wrap="nowrap" justify="space-between">
    <Text size="sm">{label}</Text>
    <Group gap={4} wrap="nowrap">
      <CopyButton value={content} label={`the ${label.toLowerCase()}`} isSecret={label === 'Private key'} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} />}
        aria-label={`Download the ${label.toLowerCase()}`}
        onClick={() => download(content, file)}
      >
        Download
      </Button>
    </Group>
  </Group>
);

/** What is shown once after a certificate was issued. */
export const Issued = ({ issued: { name, certificate, chain, serialNumber, hasKey }, privateKey, onClose }: Props) => {
  const file = fileNameOf(name);
  return (
    <Stack>
      <Alert color="pine" variant="light" role="status">
        The certificate for {name} was issued. Its serial number is {serialNumber}.
      </Alert>
      <FileLine label="Certificate" file={`${file}.pem`} content={certificate} />
      <FileLine label="Certificate with chain" file={`${file}-chain.pem`} content={`${certificate.trim()}\n${chain}`} />
      {privateKey !== undefined && <FileLine label="Private key" file={`${file}.key`} content={privateKey} />}
      {hasKey && (
        <Text size="sm" c="dimmed">
          {privateKey === undefined
            ? 'This page no longer holds the private key. Whoever may read it can download it from the certificate.'
            : 'This page holds the private key for a minute. Later, only those who may read private keys can download it.'}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
};
