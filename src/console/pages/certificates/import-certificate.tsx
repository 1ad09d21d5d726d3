import { Modal, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import type { Authority } from './model.ts';

interface Props {
  readonly authority: Authority;
  readonly onClose: () => void;
}

const pemError = (text: string): string | null =>
  text.includes('-----BEGIN CERTIFICATE-----') ? null : 'Paste PEM that begins with -----BEGIN CERTIFICATE-----.';

const PemInput = (props: TextareaProps) => (
  <Textarea
    placeholder="-----BEGIN CERTIFICATE-----"
    rows={6}
    spellCheck={false}
    styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    {...props}
  />
);

const ImportForm = ({ authority, onClose }: Props) => {
  const form = useForm({
    initialValues: { certificate: '', certificateChain: '' },
    validate: { certificate: pemError, certificateChain: pemError },
  });
  return (
    <DialogForm
      form={form}
      action="Import certificate"
      onSave={(body) =>
        client.POST('/api/v1/cert-manager/ca/internal/{caId}/import-certificate', {
          params: { path: { caId: authority.id } },
          body,
        })
      }
      onClose={onClose}
    >
      <Text size="sm">
        Another authority signs the request of {authority.name}. Paste what it returned; from then on certificates are
        signed with it.
      </Text>
      <PemInput
        label="Certificate of this authority"
        maxLength={16_384}
        data-autofocus
        {...form.getInputProps('certificate')}
      />
      <PemInput
        label="Certificates above it"
        description="That of the authority which signed it first, up to the root."
        maxLength={131_072}
        {...form.getInputProps('certificateChain')}
      />
    </DialogForm>
  );
};

/** Imports the certificate that an authority outside of this server signed. */
export const ImportCertificate = (props: Props) => (
  <Modal opened onClose={props.onClose} closeOnClickOutside={false} title={`Certificate of ${props.authority.name}`}>
    <ImportForm {...props} />
  </Modal>
);
