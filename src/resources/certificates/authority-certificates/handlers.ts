import { Binary, type Handler } from '../../../contract.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { findAuthority } from '../certificate-authorities/find.ts';
import { decryptAuthorityKey } from '../certificate-authorities/issuer.ts';
import { subjectOf } from '../certificate-authorities/rules.ts';
import { certificateNotFound } from '../certificates/find.ts';
import { importCertificate } from './import.ts';
import { pemToDer } from '../../../platform/crypto/pki/pem.ts';
import { generateCertificate, renewCertificate } from './service.ts';
import { signAuthority } from './sign.ts';
import { certificateView } from './view.ts';

export const getAuthorityCertificate: Handler<'getAuthorityCertificate'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  if (authority.activeCertificateId === null) throw notFound('This certificate authority has no certificate yet.');
  const certificate = await scope.stores.authorities.findCertificate(authority.activeCertificateId);
  // The authority may be deleted between the two reads.
  if (!certificate) throw certificateNotFound();
  return certificateView(certificate);
};

export const getAuthorityCertificateById: Handler<'getAuthorityCertificateById'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  const certificate = await scope.stores.authorities.findCertificate(params.caCertId);
  if (certificate?.authorityId !== authority.id) throw certificateNotFound();
  return certificateView(certificate);
};

export const listAuthorityCertificates: Handler<'listAuthorityCertificates'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  return (await scope.stores.authorities.listCertificates(authority.id)).map(certificateView);
};

/** Clients may cache the response for a day, because a certificate never changes. */
export const downloadAuthorityCertificate: Handler<'downloadAuthorityCertificate'> = async ({ stores }, { params }) => {
  const certificate = await stores.authorities.findCertificate(params.caCertId);
  if (certificate?.authorityId !== params.caId) throw certificateNotFound();
  const etag = `"${certificate.id}"`;
  return new Binary(() => pemToDer(certificate.certificate), {
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
      privateKey: await decryptAuthorityKey(scope, authority),
      keyAlgorithm,
    }),
  };
};

export const importAuthorityCertificate: Handler<'importAuthorityCertificate'> = async (scope, { params, body }) => {
  const target = await findAuthority(scope, params.caId, 'issue-ca-certificate');
  await importCertificate(scope, target, body);
  return { message: 'The certificate was imported.', caId: target.authority.id };
};

export const signIntermediate: Handler<'signIntermediate'> = async (scope, { params, body }) =>
  signAuthority(scope, await findAuthority(scope, params.caId, 'sign-intermediate'), body);

export const generateAuthorityCertificate: Handler<'generateAuthorityCertificate'> = async (scope, { params, body }) =>
  certificateView(
    await generateCertificate(scope, await findAuthority(scope, params.caId, 'issue-ca-certificate'), body),
  );

export const renewAuthorityCertificate: Handler<'renewAuthorityCertificate'> = async (scope, { params, body }) =>
  certificateView(await renewCertificate(scope, await findAuthority(scope, params.caId, 'issue-ca-certificate'), body));
