import type { Handler } from '../../../contract.ts';
import { findCertificateBySerialNumber, readBody } from './find.ts';
import { certifyRequest, issueWithNewKey } from './issue.ts';
import { readBundle, readPrivateKey } from './private-key.ts';
import { remove, revoke } from './service.ts';
import { certificateView, issuedView } from './view.ts';

export const issueLegacyCertificate: Handler<'issueLegacyCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate, privateKey } = await issueWithNewKey(scope, body);
  return { ...issuedView(certificate, authorityCertificate), privateKey };
};

export const signLegacyCertificate: Handler<'signLegacyCertificate'> = async (scope, { body }) => {
  const { certificate, authorityCertificate } = await certifyRequest(scope, body);
  return issuedView(certificate, authorityCertificate);
};

export const getLegacyCertificate: Handler<'getLegacyCertificate'> = async (scope, { params }) => {
  const { certificate } = await findCertificateBySerialNumber(scope, 'read', params.serialNumber);
  return { certificate: certificateView(certificate, scope.clock.now()) };
};

export const getLegacyCertificateBody: Handler<'getLegacyCertificateBody'> = async (scope, { params }) =>
  readBody(scope, await findCertificateBySerialNumber(scope, 'read', params.serialNumber));

export const getLegacyCertificateBundle: Handler<'getLegacyCertificateBundle'> = async (scope, { params }) =>
  readBundle(scope, await findCertificateBySerialNumber(scope, 'read-private-key', params.serialNumber));

export const getLegacyCertificatePrivateKey: Handler<'getLegacyCertificatePrivateKey'> = async (scope, { params }) =>
  readPrivateKey(scope, await findCertificateBySerialNumber(scope, 'read-private-key', params.serialNumber));

export const revokeLegacyCertificate: Handler<'revokeLegacyCertificate'> = async (scope, { params, body }) =>
  revoke(scope, await findCertificateBySerialNumber(scope, 'delete', params.serialNumber), body);

export const deleteLegacyCertificate: Handler<'deleteLegacyCertificate'> = async (scope, { params }) => {
  const found = await findCertificateBySerialNumber(scope, 'delete', params.serialNumber);
  return { certificate: certificateView(await remove(scope, found), scope.clock.now()) };
};
