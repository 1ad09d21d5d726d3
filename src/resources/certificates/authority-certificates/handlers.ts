import { Binary, type Handler } from '../../../contract.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { findAuthority } from '../certificate-authorities/find.ts';
import { privateKeyOf } from '../certificate-authorities/issuer.ts';
import { subjectOf } from '../certificate-authorities/rules.ts';
import { importCertificate } from './import.ts';
import { derOf } from './pem.ts';
import { generateCertificate, renewCertificate } from './service.ts';
import { signAuthority } from './sign.ts';
import { certificateView } from './view.ts';

const noSuchCertificate = () => notFound('There is no such certificate.');

export const getAuthorityCertificate: Handler<'getAuthorityCertificate'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  if (authority.activeCertificateId === null) throw notFound('This certificate authority has no certificate yet.');
  const certificate = await scope.stores.authorities.findCertificate(authority.activeCertificateId);
  // It may go while we look.
  if (!certificate) throw noSuchCertificate();
  return certificateView(certificate);
};

export const getAuthorityCertificateById: Handler<'getAuthorityCertificateById'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  const certificate = await scope.stores.authorities.findCertificate(params.caCertId);
  if (certificate?.authorityId !== authority.id) throw noSuchCertificate();
  return certificateView(certificate);
};

export const listAuthorityCertificates: Handler<'listAuthorityCertificates'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  return (await scope.stores.authorities.listCertificates(authority.id)).map(certificateView);
};

/** A certificate never changes. */
export const downloadAuthorityCertificate: Handler<'downloadAuthorityCertificate'> = async (
  { stores },
  { params, isKnown },
) => {
  const found = await stores.authorities.findCertificate(params.caCertId);
  if (found?.authorityId !== params.caId) throw noSuchCertificate();
  const etag = `"${found.id}"`;
  return new Binary(isKnown?.(etag) ? undefined : derOf(found.certificate), {
    etag,
    cacheControl: 'public, max-age=86400',
  });
};

export const getAuthorityCsr: Handler<'getAuthorityCsr'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  const { kind, name, keyAlgorithm } = authority;
  if (kind === 'root') throw badRequest(`The certificate authority "${name}" is a root, and signs itself.`);
  return {
    csr: await scope.pki.run('requestCertificate', {
      subject: subjectOf(authority),
      privateKey: await privateKeyOf(scope, authority),
      keyAlgorithm,
    }),
  };
};

export const importAuthorityCertificate: Handler<'importAuthorityCertificate'> = async (scope, { params, body }) => {
  const found = await findAuthority(scope, params.caId, 'issue-ca-certificate');
  await importCertificate(scope, found, body);
  return { message: 'The certificate was imported.', caId: found.authority.id };
};

export const signIntermediate: Handler<'signIntermediate'> = async (scope, { params, body }) =>
  signAuthority(scope, await findAuthority(scope, params.caId, 'sign-intermediate'), body);

export const generateAuthorityCertificate: Handler<'generateAuthorityCertificate'> = async (scope, { params, body }) =>
  certificateView(
    await generateCertificate(scope, await findAuthority(scope, params.caId, 'issue-ca-certificate'), body),
  );

export const renewAuthorityCertificate: Handler<'renewAuthorityCertificate'> = async (scope, { params, body }) =>
  certificateView(await renewCertificate(scope, await findAuthority(scope, params.caId, 'issue-ca-certificate'), body));
