import type { Handler } from '../../../contract.ts';
import { findCertificate, listCertificatePage, readBody } from './find.ts';
import { certifyRequest, issueWithNewKey } from './issue.ts';
import { readBundle, readPrivateKey } from './private-key.ts';
import { remove, revoke } from './service.ts';
import { certificateView, issuedView } from './view.ts';

export const issueCertificate: Handler<'issueCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate, privateKey } = await issueWithNewKey(scope, body);
  return { ...issuedView(certificate, authorityCertificate), privateKey };
};

export const signCertificate: Handler<'signCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate } = await certifyRequest(scope, body);
  return issuedView(certificate, authorityCertificate);
};

export const listCertificates: Handler<'listCertificates'> = async (scope, { project, query }) => {
  const { certificates, totalCount } = await listCertificatePage(scope, project, query);
  const now = scope.clock.now();
  return { certificates: certificates.map((certificate) => certificateView(certificate, now)), totalCount };
};

export const getCertificate: Handler<'getCertificate'> = async (scope, { params }) => {
  const { certificate } = await findCertificate(scope, 'read', params.id);
  return { certificate: certificateView(certificate, scope.clock.now()) };
};

export const getCertificateBody: Handler<'getCertificateBody'> = async (scope, { params }) =>
  readBody(scope, await findCertificate(scope, 'read', params.id));

export const getCertificateBundle: Handler<'getCertificateBundle'> = async (scope, { params }) =>
  readBundle(scope, await findCertificate(scope, 'read-private-key', params.id));

export const getCertificatePrivateKey: Handler<'getCertificatePrivateKey'> = async (scope, { params }) =>
  readPrivateKey(scope, await findCertificate(scope, 'read-private-key', params.id));

export const revokeCertificate: Handler<'revokeCertificate'> = async (scope, { params, body }) =>
  revoke(scope, await findCertificate(scope, 'delete', params.id), body);

export const deleteCertificate: Handler<'deleteCertificate'> = async (scope, { params }) => {
  const found = await findCertificate(scope, 'delete', params.id);
  return { certificate: certificateView(await remove(scope, found), scope.clock.now()) };
};
