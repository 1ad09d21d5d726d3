import type { Handler } from '../../../contract.ts';
import { findCertificateBySerialNumber, findCertificateBody } from './find.ts';
import { issueForRequest, issueWithNewKey } from './issue.ts';
import { findBundle, findPrivateKey } from './private-key.ts';
import { removeCertificate, applyRevocation } from './service.ts';
import { certificateView, issuedView } from './view.ts';

export const issueLegacyCertificate: Handler<'issueLegacyCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate, privateKey } = await issueWithNewKey(scope, body);
  return { ...issuedView(certificate, authorityCertificate), privateKey };
};

export const signLegacyCertificate: Handler<'signLegacyCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate } = await issueForRequest(scope, body);
  return issuedView(certificate, authorityCertificate);
};

export const getLegacyCertificate: Handler<'getLegacyCertificate'> = async (scope, { params }) => {
  const { certificate } = await findCertificateBySerialNumber(scope, 'read', params.serialNumber);
  return { certificate: certificateView(certificate, scope.clock.now()) };
};

export const getLegacyCertificateBody: Handler<'getLegacyCertificateBody'> = async (scope, { params }) =>
  findCertificateBody(scope, await findCertificateBySerialNumber(scope, 'read', params.serialNumber));

export const getLegacyCertificateBundle: Handler<'getLegacyCertificateBundle'> = async (scope, { params }) =>
  findBundle(scope, await findCertificateBySerialNumber(scope, 'read-private-key', params.serialNumber));

export const getLegacyCertificatePrivateKey: Handler<'getLegacyCertificatePrivateKey'> = async (scope, { params }) =>
  findPrivateKey(scope, await findCertificateBySerialNumber(scope, 'read-private-key', params.serialNumber));

export const revokeLegacyCertificate: Handler<'revokeLegacyCertificate'> = async (scope, { params, body }) =>
  applyRevocation(scope, await findCertificateBySerialNumber(scope, 'delete', params.serialNumber), body);

export const deleteLegacyCertificate: Handler<'deleteLegacyCertificate'> = async (scope, { params }) => {
  const target = await findCertificateBySerialNumber(scope, 'delete', params.serialNumber);
  return { certificate: certificateView(await removeCertificate(scope, target), scope.clock.now()) };
};
