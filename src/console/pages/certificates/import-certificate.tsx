import { Modal, Stack, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
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
  const send = api.useMutation('post', '/api/v1/cert-manager/ca/internal/{caId}/import-certificate', {
    meta: { showsError: true },
    onSuccess: onClose,
  });
  useUnsaved(form.isDirty());
  const submit = form.onSubmit((body) => send.mutate({ params: { path: { caId: authority.id } }, body }));
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
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
        <FormActions action="Import certificate" isPending={send.isPending} error={send.error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

/** Imports the certificate that an authority outside of this server signed. */
export const ImportCertificate = (props: Props) => (
  <Modal opened onClose={props.onClose} closeOnClickOutside={false} title={`Certificate of ${props.authority.name}`}>
    <ImportForm {...props} />
  </Modal>
);
