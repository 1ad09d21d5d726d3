import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { secondsAfter, wholeSecond } from '../../../platform/clock.ts';
import { readOcspRequest, type OcspRequest } from '../../../platform/crypto/pki/ocsp-request.ts';
import {
  ocspEtag,
  ocspRefusal,
  signOcspResponse,
  type OcspResponse,
  type OcspStatus,
} from '../../../platform/crypto/pki/ocsp-response.ts';
import type { OcspResponder } from '../../../platform/crypto/pki/orders.ts';
import type { PublicScope } from '../../../scope.ts';
import { authorityNotFound } from '../certificate-authorities/issuer.ts';
import { findResponder } from './responder.ts';
import type { IssuedRow, OcspState } from './store.ts';

const hour = 60 * 60;
/** The validity of a response: servers that staple it ask again long before that. */
const validHours = 12;
/** Longer requests are not about one certificate, and their responses are not cached. */
const maxCachedRequest = 256;

/** A signature takes a tenth of a millisecond; the limit leaves most threads of the pool to other work. */
const signingLimit = new ConcurrencyLimit({
  atOnce: 2,
  mayWait: 64,
  refusal: 'Too many OCSP requests at once. Try again shortly.',
});

const refusals = {
  malformedRequest: { bytes: ocspRefusal('malformedRequest') },
  unauthorized: { bytes: ocspRefusal('unauthorized') },
} satisfies Record<string, OcspResponse>;

const statusOf = (rows: readonly IssuedRow[], serialNumber: string): OcspStatus => {
  const issued = rows.filter((row) => row.serialNumber === serialNumber);
  const revoked = issued.find(({ revokedAt }) => revokedAt !== null);
  if (revoked) return { kind: 'revoked', revokedAt: new Date(revoked.revokedAt!), reason: revoked.reason! };
  return { kind: issued.length > 0 ? 'good' : 'unknown' };
};

/** The key alone identifies the issuer: an imported certificate may encode the same name differently. */
const isAboutIssuer = ({ issuerKeyHashes }: OcspResponder, { questions }: OcspRequest): boolean =>
  questions.every(({ hashAlgorithm, issuerKeyHash }) => issuerKeyHashes[hashAlgorithm] === issuerKeyHash);

const signResponse = async (
  scope: PublicScope,
  authorityId: string,
  responder: OcspResponder,
  { questions, nonce }: OcspRequest,
): Promise<OcspResponse> => {
  const thisUpdate = wholeSecond(scope.clock.now());
  const nextUpdate = secondsAfter(thisUpdate, validHours * hour);
  const serialNumbers = [...new Set(questions.map(({ serialNumber }) => serialNumber))];
  const rows = await scope.stores.ocsp.listIssued(authorityId, serialNumbers);
  const answers = questions.map(({ certId, serialNumber }) => ({ certId, status: statusOf(rows, serialNumber) }));
  const bytes = await signingLimit.take(
    () => signOcspResponse({ responder, answers, thisUpdate, nextUpdate, nonce }),
    scope.caller.ip,
  );
  const isCacheable = nonce === undefined && answers.every(({ status }) => status.kind !== 'unknown');
  return isCacheable ? { bytes, validity: { etag: ocspEtag(bytes), thisUpdate, nextUpdate } } : { bytes };
};

const respond = async (
  scope: PublicScope,
  authorityId: string,
  activeCertificateId: string,
  bytes: Uint8Array,
): Promise<OcspResponse> => {
  const request = readOcspRequest(bytes);
  if (!request) return refusals.malformedRequest;
  const responder = await findResponder(scope, authorityId, activeCertificateId);
  return isAboutIssuer(responder, request)
    ? signResponse(scope, authorityId, responder, request)
    : refusals.unauthorized;
};

/** What a response stays valid for: every revocation changes it, and it is signed anew every hour. */
const revisionOf = ({ activeCertificateId, revocations }: OcspState, now: Date): string =>
  `${activeCertificateId} ${revocations} ${Math.floor(now.getTime() / 1000 / hour)}`;

/** Responds to an OCSP request; 404 if the authority does not exist or has no certificate. */
export const findOcspResponse = async (
  scope: PublicScope,
  authorityId: string,
  request: Uint8Array,
): Promise<OcspResponse> => {
  // Read with every request, so that a revocation on any node takes effect at once.
  const state = await scope.stores.ocsp.findState(authorityId);
  if (!state?.activeCertificateId) throw authorityNotFound();
  const { activeCertificateId } = state;
  if (request.length > maxCachedRequest) return respond(scope, authorityId, activeCertificateId, request);
  const { responses } = scope.ocsp;
  const key = `${authorityId} ${Buffer.from(request).toString('latin1')}`;
  const revision = revisionOf(state, scope.clock.now());
  const cached = responses.find(key, revision);
  if (cached) return cached;
  const response = await respond(scope, authorityId, activeCertificateId, request);
  if (response.validity) responses.store(key, revision, response);
  return response;
};
