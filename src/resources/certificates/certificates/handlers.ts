import { Binary, type Handler } from '../../../contract.ts';
import { findCertificate, listCertificatePage, findCertificateBody } from './find.ts';
import { issueForRequest, issueWithNewKey } from './issue.ts';
import { exportPkcs12, findBundle, findPrivateKey } from './private-key.ts';
import { renew } from './renew.ts';
import { removeCertificate, applyRevocation } from './service.ts';
import { certificateView, issuedView, renewedView } from './view.ts';

export const issueCertificate: Handler<'issueCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate, privateKey } = await issueWithNewKey(scope, body);
  return { ...issuedView(certificate, authorityCertificate), privateKey };
};

export const signCertificate: Handler<'signCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate } = await issueForRequest(scope, body);
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
  findCertificateBody(scope, await findCertificate(scope, 'read', params.id));

export const getCertificateBundle: Handler<'getCertificateBundle'> = async (scope, { params }) =>
  findBundle(scope, await findCertificate(scope, 'read-private-key', params.id));

export const getCertificatePrivateKey: Handler<'getCertificatePrivateKey'> = async (scope, { params }) =>
  findPrivateKey(scope, await findCertificate(scope, 'read-private-key', params.id));

export const exportCertificatePkcs12: Handler<'exportCertificatePkcs12'> = async (scope, { params, body }) => {
  const target = await findCertificate(scope, 'read-private-key', params.id);
  const file = await exportPkcs12(scope, target, body);
  return new Binary(() => file, { fileName: `certificate-${target.certificate.serialNumber}.p12` });
};

export const renewCertificate: Handler<'renewCertificate'> = async (scope, { params, body }) => {
  const { certificate, authorityCertificate, ...key } = await renew(
    scope,
    await findCertificate(scope, 'create', params.id),
    body,
  );
  return { ...renewedView(certificate, authorityCertificate, body), ...key };
};

export const revokeCertificate: Handler<'revokeCertificate'> = async (scope, { params, body }) =>
  applyRevocation(scope, await findCertificate(scope, 'delete', params.id), body);

export const deleteCertificate: Handler<'deleteCertificate'> = async (scope, { params }) => {
  const target = await findCertificate(scope, 'delete', params.id);
  return { certificate: certificateView(await removeCertificate(scope, target), scope.clock.now()) };
};
