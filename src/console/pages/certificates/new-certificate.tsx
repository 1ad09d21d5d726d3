import { Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { dataOf } from '../../api/errors.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import { useRevealed, type Revealed } from '../../secrets/use-revealed.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { Issued, type IssuedFiles } from './issued.tsx';
import { algorithms, canIssue, ttlError, type Authority, type KeyAlgorithm } from './model.ts';

/** With a key that the server creates, or for a signing request. */
export type Way = 'issue' | 'sign';

interface Props {
  readonly way: Way;
  readonly authorities: readonly Authority[];
  readonly onClose: () => void;
}

const uses = [
  { value: 'serverAuth', label: 'Servers (TLS)' },
  { value: 'clientAuth', label: 'Clients (mutual TLS)' },
  { value: 'both', label: 'Servers and clients' },
] as const;
type Use = (typeof uses)[number]['value'];

const usagesOf = (use: Use) => (use === 'both' ? (['serverAuth', 'clientAuth'] as const) : ([use] as const));

const initialValues = {
  caId: '',
  commonName: '',
  altNames: '',
  csr: '',
  ttl: '90d',
  use: 'serverAuth' as Use,
  keyAlgorithm: 'EC_prime256v1' as KeyAlgorithm,
  friendlyName: '',
};
type Values = typeof initialValues;

const issue = async ({ caId, commonName, altNames, ttl, use, keyAlgorithm, friendlyName }: Values, held: Revealed) => {
  const { privateKey, ...issued } = dataOf(
    await client.POST('/api/v1/cert-manager/certificates/issue-certificate', {
      body: {
        caId,
        commonName: commonName.trim(),
        ttl: ttl.trim(),
        keyAlgorithm,
        extendedKeyUsages: [...usagesOf(use)],
        ...(altNames.trim() !== '' && { altNames }),
        ...(friendlyName.trim() !== '' && { friendlyName }),
      },
    }),
  );
  held.reveal([['key', privateKey]]);
  return { ...issued, name: commonName.trim(), hasKey: true };
};

const sign = async ({ caId, csr, ttl, friendlyName }: Values) => {
  const issued = dataOf(
    await client.POST('/api/v1/cert-manager/certificates/sign-certificate', {
      body: { caId, csr: csr.trim(), ttl: ttl.trim(), ...(friendlyName.trim() !== '' && { friendlyName }) },
    }),
  );
  return { ...issued, name: friendlyName.trim() || 'the signing request', hasKey: false };
};

const filesOf = ({ certificateChain, ...issued }: Awaited<ReturnType<typeof sign>>): IssuedFiles => ({
  ...issued,
  chain: certificateChain,
});

const validateFor = (way: Way) => ({
  caId: (id: string) => (id === '' ? 'Choose the authority that signs it.' : null),
  ttl: ttlError,
  ...(way === 'issue'
    ? { commonName: (name: string) => (name.trim() === '' ? 'Enter a name, such as web.example.com.' : null) }
    : {
        csr: (csr: string) =>
          csr.includes('-----BEGIN')
            ? null
            : 'Paste a signing request that begins with -----BEGIN CERTIFICATE REQUEST.',
      }),
});

const NewCertificateForm = ({ way, authorities, onClose }: Props) => {
  const usable = authorities.filter(canIssue);
  const held = useRevealed();
  const form = useForm<Values>({
    initialValues: { ...initialValues, caId: usable.length === 1 ? usable[0]!.id : '' },
    validate: validateFor(way),
  });
  const create = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: async (values: Values) => filesOf(way === 'issue' ? await issue(values, held) : await sign(values)),
  });
  useUnsaved(form.isDirty() && !create.data);
  if (create.data) return <Issued issued={create.data} privateKey={held.values.get('key')} onClose={onClose} />;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <Select
          label="Authority"
          placeholder="Choose"
          data={usable.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('caId')}
        />
        {way === 'issue' ? (
          <>
            <TextInput label="Common name" maxLength={64} data-autofocus {...form.getInputProps('commonName')} />
            <TextInput
              label="Alternative names"
              description="Host names, IP addresses, e-mail addresses or URLs, separated by commas. Clients look for host names here."
              spellCheck={false}
              {...form.getInputProps('altNames')}
            />
            <Select label="For" allowDeselect={false} data={uses} {...form.getInputProps('use')} />
            <Select label="Key" allowDeselect={false} data={algorithms} {...form.getInputProps('keyAlgorithm')} />
          </>
        ) : (
          <Textarea
            label="Signing request"
            description="Names and usages are taken from it. Its private key stays with you."
            placeholder="-----BEGIN CERTIFICATE REQUEST-----"
            rows={8}
            maxLength={16_384}
            spellCheck={false}
            data-autofocus
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps('csr')}
          />
        )}
        <TextInput
          label="Valid for"
          description="A number and a unit: 90d, 12h, 1y."
          maxLength={100}
          {...form.getInputProps('ttl')}
        />
        <TextInput label="Display name (optional)" maxLength={255} {...form.getInputProps('friendlyName')} />
        <FormActions
          action={way === 'issue' ? 'Issue certificate' : 'Sign request'}
          isPending={create.isPending}
          error={create.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};

/** Issues a certificate, and shows it with its key once. */
export const NewCertificate = ({ way, ...props }: Omit<Props, 'way'> & { way: Way | undefined }) => (
  <Modal
    opened={way !== undefined}
    onClose={props.onClose}
    closeOnClickOutside={false}
    title={way === 'sign' ? 'Sign a request' : 'Issue certificate'}
  >
    {way && <NewCertificateForm way={way} {...props} />}
  </Modal>
);
