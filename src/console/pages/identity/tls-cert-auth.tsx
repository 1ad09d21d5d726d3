import { Checkbox, Code, TextInput } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { pathOf } from './identity.ts';
import { loginMethod } from './login-method.tsx';
import { LinesField } from '../../components/lines-field.tsx';

type TlsCertAuth = components['schemas']['TlsCertAuth'];

const path = '/api/v1/auth/tls-cert-auth/identities/{identityId}';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const { Card: TlsCertAuthCard, Form: TlsCertAuthModal } = loginMethod({
  method: 'tls-cert-auth',
  title: 'TLS certificate auth',
  newValues: { caCertificate: '', commonNames: '', alternativeNames: '', allowsChain: false },
  valuesOf: (stored: TlsCertAuth) => ({
    caCertificate: stored.caCertificate,
    commonNames: stored.allowedCommonNames ?? '',
    alternativeNames: (stored.allowedSubjectAltNames ?? []).join('\n'),
    allowsChain: stored.verifyClientCertificateChain,
  }),
  bodyOf: ({ caCertificate, commonNames, alternativeNames, allowsChain }) => ({
    caCertificate,
    allowedCommonNames: commonNames.trim() === '' ? null : commonNames,
    allowedSubjectAltNames: linesOf(alternativeNames),
    verifyClientCertificateChain: allowsChain,
  }),
  errorsOf: ({ caCertificate }): Record<string, string> =>
    caCertificate.includes('-----BEGIN CERTIFICATE-----') ? {} : { caCertificate: 'Paste a certificate in PEM.' },
  Fields: ({ values, input }) => (
    <>
      <LinesField
        label="Certificate of the authority"
        description="In PEM. If it is an authority of this server, certificates that it revoked are refused."
        maxLength={10_240}
        {...input('caCertificate')}
      />
      <TextInput
        label="Common names (optional)"
        description="Separated by commas. Without names, every client certificate of the authority signs in."
        spellCheck={false}
        maxLength={4_096}
        {...input('commonNames')}
      />
      <LinesField
        label="Alternative names (optional)"
        description="Each on a line, such as build.example.com or URI:spiffe://acme/build; one of them is enough."
        {...input('alternativeNames')}
      />
      <Checkbox
        label="Accept certificates that were issued through authorities below this one"
        {...input('allowsChain')}
        value="on"
        checked={values.allowsChain}
      />
    </>
  ),
  summary: ({ allowedCommonNames, allowedSubjectAltNames, verifyClientCertificateChain }) => (
    <>
      Accepts {allowedCommonNames === null && allowedSubjectAltNames === null && 'every one of the '}client certificates
      of an authority
      {verifyClientCertificateChain && ' and of those below it'}
      {allowedCommonNames !== null && (
        <>
          , with the common name <Code>{allowedCommonNames}</Code>
        </>
      )}
      {allowedSubjectAltNames !== null && (
        <>
          , with the name <Code>{allowedSubjectAltNames.join(', ')}</Code>
        </>
      )}
    </>
  ),
  losers: 'Client certificates are',
  useStored: (identity) => {
    const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
    return { data: data?.identityTlsCertAuth, error, refetch };
  },
  attach: (identity, body) => client.POST(path, { params: pathOf(identity), body }),
  update: (identity, body) => client.PATCH(path, { params: pathOf(identity), body }),
  remove: (identity) => client.DELETE(path, { params: pathOf(identity) }),
});
