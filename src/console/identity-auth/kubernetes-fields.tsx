import { Group, PasswordInput, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { KubernetesValues } from './kubernetes.ts';
import { AuthorityField, ServerAddressField } from './server-fields.tsx';
import { LinesField } from '../components/lines-field.tsx';

interface Props {
  readonly values: KubernetesValues;
  readonly input: (name: keyof KubernetesValues) => GetInputPropsReturnType;
  /** Whether a token of a reviewer is stored. */
  readonly hasReviewer: boolean;
}

const AskedFields = ({ input, hasReviewer }: Omit<Props, 'values'>) => (
  <>
    <ServerAddressField label="API server" placeholder="https://10.0.0.1:6443" {...input('kubernetesHost')} />
    <PasswordInput
      label="Token of the reviewer (optional)"
      description={
        hasReviewer
          ? 'One is stored. Leave it empty to keep it.'
          : 'Of a service account with the role system:auth-delegator. Without it, each service account reviews itself.'
      }
      autoComplete="off"
      {...input('tokenReviewerJwt')}
    />
  </>
);

const KeySetFields = ({ input }: Pick<Props, 'input'>) => (
  <>
    <Text size="sm" c="dimmed">
      Needs no way into the cluster. Whether a pod still exists is not checked: its token works until it ends.
    </Text>
    <TextInput
      label="Issuer"
      description="kubectl get --raw /.well-known/openid-configuration shows it."
      {...input('issuer')}
    />
    <LinesField label="Key set" description="What kubectl get --raw /openid/v1/jwks prints." {...input('jwks')} />
    <TextInput
      label="Address of the key set"
      description="Instead of the key set, if this server can fetch it."
      {...input('jwksUrl')}
    />
  </>
);

export const KubernetesFields = ({ values, input, hasReviewer }: Props) => (
  <>
    <SegmentedControl
      aria-label="How tokens are checked"
      data={[
        { value: 'api', label: 'Ask the API server' },
        { value: 'jwks', label: 'Keys of the cluster' },
      ]}
      maw={420}
      {...input('tokenReviewMode')}
    />
    {values.tokenReviewMode === 'api' ? (
      <AskedFields input={input} hasReviewer={hasReviewer} />
    ) : (
      <KeySetFields input={input} />
    )}
    <AuthorityField of="cluster" {...input('caCert')} />
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <TextInput label="Namespaces" description="Separated by commas; * is any text." {...input('allowedNamespaces')} />
      <TextInput label="Service accounts" description="Empty for all of these." {...input('allowedNames')} />
    </Group>
    <TextInput
      label={values.tokenReviewMode === 'api' ? 'Audience (optional)' : 'Audience'}
      description="Whom the tokens have to be for, such as sallyport."
      {...input('allowedAudience')}
    />
  </>
);
