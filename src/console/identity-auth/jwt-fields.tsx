import { SegmentedControl, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { JwtValues } from './jwt.ts';
import { LinesField } from '../components/lines-field.tsx';

interface Props {
  readonly values: JwtValues;
  readonly input: (name: keyof JwtValues) => GetInputPropsReturnType;
}

export const JwtFields = ({ values, input }: Props) => (
  <>
    <SegmentedControl
      aria-label="Where the keys are from"
      data={[
        { value: 'jwks', label: 'Key set (JWKS)' },
        { value: 'static', label: 'Keys' },
      ]}
      maw={420}
      {...input('configurationType')}
    />
    {values.configurationType === 'jwks' ? (
      <>
        <TextInput label="Address of the key set" placeholder="https://" maxLength={2048} {...input('jwksUrl')} />
        <LinesField
          label="CA certificate (optional)"
          description="In PEM, if the host of the key set has a certificate of its own authority."
          {...input('jwksCaCert')}
        />
      </>
    ) : (
      <LinesField
        label="Keys"
        description="Public keys or certificates in PEM. Every token that one of them signed is accepted."
        {...input('keys')}
      />
    )}
    <TextInput label="Issuer (optional)" description="The iss of tokens." {...input('boundIssuer')} />
    <TextInput
      label="Subject"
      description="What the claim sub must match; * is any text."
      maxLength={512}
      spellCheck={false}
      {...input('boundSubject')}
    />
    <TextInput label="Audiences (optional)" description="Separated by commas." {...input('boundAudiences')} />
    <LinesField
      label="Claims (optional)"
      description="Each on a line: name=value. Several values are separated by commas."
      {...input('claims')}
    />
  </>
);
