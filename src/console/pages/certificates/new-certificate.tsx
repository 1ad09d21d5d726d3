import { Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useRevealed, type Revealed } from '../../secrets/use-revealed.ts';
import { durationErrors } from '../../components/duration.ts';
import { DurationField } from '../../components/duration-field.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Issued, type IssuedFiles } from './issued.tsx';
import { algorithms, canIssue, type Authority, type KeyAlgorithm } from './model.ts';

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

const day = 86_400;

const initialValues = {
  caId: '',
  commonName: '',
  altNames: '',
  csr: '',
  ttl: 90 * day,
  use: 'serverAuth' as Use,
  keyAlgorithm: 'EC_prime256v1' as KeyAlgorithm,
  friendlyName: '',
};
type Values = typeof initialValues;

/** Clients look for the host name of a server in the alternative names alone, so there is one: the common name. */
const namesOf = ({ commonName, altNames, use }: Pick<Values, 'commonName' | 'altNames' | 'use'>): string =>
  altNames.trim() === '' && use !== 'clientAuth' ? commonName.trim() : altNames.trim();

/** Whether a text can be an alternative name: a host name, possibly with a wildcard, an address or a URL. */
const isAlternativeName = (text: string): boolean =>
  /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(text) || /^[\da-f:.]+$|^\S+@\S+$|^[a-z][a-z\d+.-]*:\S+$/i.test(text);

const altNamesError = (altNames: string, { commonName, use }: Values): string | null =>
  altNames.trim() !== '' || use === 'clientAuth' || commonName.trim() === '' || isAlternativeName(commonName.trim())
    ? null
    : 'Enter the host name of the server: clients look for it here, and the common name is none.';

const issue = async ({ caId, commonName, altNames, ttl, use, keyAlgorithm, friendlyName }: Values, held: Revealed) => {
  const names = namesOf({ commonName, altNames, use });
  const { privateKey, ...issued } = await client.POST('/api/v1/cert-manager/certificates/issue-certificate', {
    body: {
      caId,
      commonName: commonName.trim(),
      ttl: `${ttl}s`,
      keyAlgorithm,
      extendedKeyUsages: [...usagesOf(use)],
      ...(names !== '' && { altNames: names }),
      ...(friendlyName.trim() !== '' && { friendlyName }),
    },
  });
  held.reveal([['key', privateKey]]);
  return { ...issued, name: commonName.trim(), hasKey: true };
};

const sign = async ({ caId, csr, ttl, friendlyName }: Values) => {
  const issued = await client.POST('/api/v1/cert-manager/certificates/sign-certificate', {
    body: { caId, csr: csr.trim(), ttl: `${ttl}s`, ...(friendlyName.trim() !== '' && { friendlyName }) },
  });
  return { ...issued, name: friendlyName.trim() || 'the signing request', hasKey: false };
};

const filesOf = ({ certificateChain, ...issued }: Awaited<ReturnType<typeof sign>>): IssuedFiles => ({
  ...issued,
  chain: certificateChain,
});

const validateFor = (way: Way) => ({
  caId: (id: string) => (id === '' ? 'Choose the authority that signs it.' : null),
  ttl: (ttl: number) => durationErrors({ ttl }).ttl ?? null,
  ...(way === 'issue'
    ? {
        commonName: (name: string) => (name.trim() === '' ? 'Enter a name, such as web.example.com.' : null),
        altNames: altNamesError,
      }
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
  const [issued, setIssued] = useState<IssuedFiles>();
  const save = async (values: Values) =>
    setIssued(filesOf(way === 'issue' ? await issue(values, held) : await sign(values)));
  if (issued) return <Issued issued={issued} privateKey={held.values.get('key')} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      action={way === 'issue' ? 'Issue certificate' : 'Sign request'}
      onSave={save}
      onClose={onClose}
      onSaved={() => undefined}
    >
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
            description="Host names, IP addresses, e-mail addresses or URLs, separated by commas. Clients look for host names here; without any, a server certificate has its common name."
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
      <DurationField label="Valid for" choices={[30 * day, 90 * day, 365 * day]} {...form.getInputProps('ttl')} />
      <TextInput label="Display name (optional)" maxLength={255} {...form.getInputProps('friendlyName')} />
    </DialogForm>
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
