import { Modal, Select, Text, TextInput } from '@mantine/core';
import { NumberField } from '../../components/number-field.tsx';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { useProject } from '../../layout/project.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { algorithms, canIssue, yearsError, yearsFromNow, type Authority, type KeyAlgorithm } from './model.ts';

interface Props {
  readonly authorities: readonly Authority[];
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly commonName: string;
  readonly organization: string;
  /** The id of an authority of the project, or one of `signers`. */
  readonly signer: string;
  readonly keyAlgorithm: KeyAlgorithm;
  /** A text while it is typed. */
  readonly years: number | string;
}

/** Who signs an authority that no other one of the project signs. */
const signers = { itself: 'itself', external: 'external' } as const;

const emptySubject = { friendlyName: '', ou: '', country: '', province: '', locality: '' };

const AuthorityForm = ({ authorities, onClose }: Props) => {
  const { id: projectId } = useProject();
  const form = useForm<Values>({
    initialValues: {
      name: '',
      commonName: '',
      organization: '',
      signer: signers.itself,
      keyAlgorithm: 'EC_prime256v1',
      years: 10,
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      commonName: (name) => (name.trim() === '' ? 'Enter the name that certificates show for this authority.' : null),
      years: yearsError,
    },
  });
  const save = ({ name, commonName, organization, signer, keyAlgorithm, years }: Values) =>
    client.POST('/api/v1/cert-manager/ca/internal', {
      body: {
        projectId,
        name: name.trim(),
        status: 'active',
        configuration: {
          ...emptySubject,
          type: signer === signers.itself ? 'root' : 'intermediate',
          commonName: commonName.trim(),
          organization: organization.trim(),
          keyAlgorithm,
          ...(signer !== signers.external && { notAfter: yearsFromNow(Number(years)) }),
          ...(!Object.values<string>(signers).includes(signer) && { parentCaId: signer }),
        },
      },
    });
  return (
    <DialogForm form={form} action="Create authority" onSave={save} onClose={onClose}>
      <TextInput
        label="Name"
        description="How this page and programs name the authority."
        maxLength={64}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label="Signed by"
        allowDeselect={false}
        data={[
          { value: signers.itself, label: 'Itself (a root)' },
          ...authorities.filter(canIssue).map(({ id, name }) => ({ value: id, label: name })),
          { value: signers.external, label: 'An authority elsewhere' },
        ]}
        {...form.getInputProps('signer')}
      />
      <TextInput label="Common name" maxLength={64} {...form.getInputProps('commonName')} />
      <TextInput label="Organization (optional)" maxLength={64} {...form.getInputProps('organization')} />
      <Select label="Key" allowDeselect={false} data={algorithms} {...form.getInputProps('keyAlgorithm')} />
      {form.values.signer === signers.external ? (
        <Text size="sm" c="dimmed">
          It waits for its certificate: download its signing request then, have it signed, and import the result.
        </Text>
      ) : (
        <NumberField
          label="Years of validity"
          description={
            form.values.signer !== signers.itself &&
            'At most as long as the certificate of the authority that signs it.'
          }
          size="sm"
          min={1}
          max={100}
          {...form.getInputProps('years')}
        />
      )}
    </DialogForm>
  );
};

/** Creates a root, or an authority below another one. */
export const CreateAuthority = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={props.onClose} title="Create authority">
    <AuthorityForm {...props} />
  </Modal>
);
