import { Code, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { bindingOf, type OidcPreset, type OidcValues } from './oidc.ts';
import { LinesField } from '../components/lines-field.tsx';

/** The properties of the input of a field. */
export type InputOf = (name: keyof OidcValues) => GetInputPropsReturnType;

interface Props {
  readonly values: OidcValues;
  readonly input: InputOf;
}

const presets: readonly { value: OidcPreset; label: string }[] = [
  { value: 'github', label: 'GitHub' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'kubernetes', label: 'Kubernetes' },
  { value: 'own', label: 'Own' },
];

export const PresetField = ({ value, onChange }: { value: OidcPreset; onChange: (preset: OidcPreset) => void }) => (
  <SegmentedControl aria-label="OpenID provider" data={[...presets]} value={value} onChange={onChange} maw={420} />
);

const partsOf = (preset: OidcPreset) => [
  { value: 'any', label: 'All of it' },
  { value: 'branch', label: 'One branch' },
  { value: 'tag', label: 'Tags' },
  ...(preset === 'github' ? [{ value: 'environment', label: 'One environment' }] : []),
];

const partLabels = { any: '', branch: 'Branch', tag: 'Tag, or a pattern such as v*', environment: 'Environment' };

const RepositoryFields = ({ values: { preset, part }, input }: Props) => (
  <>
    <TextInput
      label={preset === 'github' ? 'Repository' : 'Project on GitLab'}
      placeholder={preset === 'github' ? 'acme/rockets' : 'group/project'}
      maxLength={255}
      spellCheck={false}
      {...input('repository')}
    />
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <Select label="Jobs of" allowDeselect={false} data={partsOf(preset)} {...input('part')} />
      {part !== 'any' && (
        <TextInput label={partLabels[part]} maxLength={255} spellCheck={false} {...input('partName')} />
      )}
    </Group>
  </>
);

const ServiceAccountFields = ({ input }: Props) => (
  <Group grow align="flex-start" preventGrowOverflow={false}>
    <TextInput label="Namespace" maxLength={255} spellCheck={false} {...input('namespace')} />
    <TextInput label="Service account" maxLength={255} spellCheck={false} {...input('serviceAccount')} />
  </Group>
);

const OwnFields = ({ input }: Props) => (
  <>
    <TextInput
      label="Subject"
      description="What the claim sub must match; * is any text."
      maxLength={512}
      spellCheck={false}
      {...input('subject')}
    />
    <LinesField
      label="Claims (optional)"
      description="Each on a line: name=value. Several values are separated by commas."
      maxLength={16_384}
      {...input('claims')}
    />
  </>
);

const issuerLabels: Readonly<Record<OidcPreset, string>> = {
  github: '',
  gitlab: 'Address of GitLab',
  kubernetes: 'Issuer of the cluster',
  own: 'Issuer',
};

const IssuerFields = ({ values: { preset }, input }: Props) => (
  <>
    <TextInput
      label={issuerLabels[preset]}
      description={
        preset === 'kubernetes'
          ? 'kubectl get --raw /.well-known/openid-configuration says it. This server has to reach it.'
          : undefined
      }
      type="url"
      maxLength={2048}
      {...input('issuer')}
    />
    <TextInput
      label="Audience"
      description="What the claim aud must be; several are separated by commas."
      maxLength={2048}
      spellCheck={false}
      {...input('audiences')}
    />
    {preset !== 'gitlab' && (
      <TextInput
        label="Address of its configuration (optional)"
        description="Without /.well-known/openid-configuration, if it is not at the address of the issuer."
        type="url"
        maxLength={2048}
        {...input('discoveryUrl')}
      />
    )}
    {preset !== 'gitlab' && (
      <LinesField
        label="Certificate of the authority (optional)"
        description="In PEM, if the provider’s TLS certificate is not signed by a public authority."
        maxLength={32_768}
        {...input('caCert')}
      />
    )}
  </>
);

/** The fields of the preset, and what they come to. */
export const OidcFields = (props: Props) => {
  const { preset } = props.values;
  const { boundSubject } = bindingOf(props.values);
  return (
    <Stack gap="sm">
      {(preset === 'github' || preset === 'gitlab') && <RepositoryFields {...props} />}
      {preset === 'kubernetes' && <ServiceAccountFields {...props} />}
      {preset === 'own' && <OwnFields {...props} />}
      {preset !== 'github' && <IssuerFields {...props} />}
      {preset !== 'own' && (
        <Text size="sm" c="dimmed">
          Accepts tokens with the subject <Code>{boundSubject}</Code>.
        </Text>
      )}
    </Stack>
  );
};
