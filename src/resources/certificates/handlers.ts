import type { Handler } from '../../contract.ts';
import { authorityCertificateOf, openCertificate, pageOfCertificates } from './find.ts';
import { certifyRequest, issueWithNewKey } from './issue.ts';
import { privateKeyOf, recordKeyRead, requirePrivateKey } from './private-key.ts';
import { remove, revoke } from './service.ts';
import { bodyView, certificateView, issuedView } from './view.ts';

export const issueCertificate: Handler<'issueCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate, privateKey } = await issueWithNewKey(scope, body);
  return { ...issuedView(certificate, authorityCertificate), privateKey };
};

export const signCertificate: Handler<'signCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate } = await certifyRequest(scope, body);
  return issuedView(certificate, authorityCertificate);
};

export const listCertificates: Handler<'listCertificates'> = async (scope, { query }) => {
  const { certificates, totalCount } = await pageOfCertificates(scope, query);
  const now = scope.clock.now();
  return { certificates: certificates.map((certificate) => certificateView(certificate, now)), totalCount };
};

export const getCertificate: Handler<'getCertificate'> = async (scope, { params }) => {
  const { certificate } = await openCertificate(scope, 'read', params.id);
  return { certificate: certificateView(certificate, scope.clock.now()) };
};

export const getCertificateBody: Handler<'getCertificateBody'> = async (scope, { params }) => {
  const { certificate } = await openCertificate(scope, 'read', params.id);
  return bodyView(certificate, await authorityCertificateOf(scope, certificate));
};

export const getCertificateBundle: Handler<'getCertificateBundle'> = async (scope, { params }) => {
  const open = await openCertificate(scope, 'read-private-key', params.id);
  const body = bodyView(open.certificate, await authorityCertificateOf(scope, open.certificate));
  const privateKey = await privateKeyOf(scope, open.certificate);
  recordKeyRead(scope, open, 'get-cert-bundle');
  return { ...body, privateKey };
};

export const getCertificatePrivateKey: Handler<'getCertificatePrivateKey'> = async (scope, { params }) => {
  const open = await openCertificate(scope, 'read-private-key', params.id);
  const privateKey = await requirePrivateKey(scope, open.certificate);
  recordKeyRead(scope, open, 'get-cert-private-key');
  return { privateKey };
};

export const revokeCertificate: Handler<'revokeCertificate'> = async (scope, { params, body }) => {
  const open = await openCertificate(scope, 'delete', params.id);
  return { message: 'The certificate was revoked.', ...(await revoke(scope, open, body)) };
};

export const deleteCertificate: Handler<'deleteCertificate'> = async (scope, { params }) => {
  const open = await openCertificate(scope, 'delete', params.id);
  return { certificate: certificateView(await remove(scope, open), scope.clock.now()) };
};
