import { parseTime, secondsAfter } from '../../../platform/clock.ts';
import type { OcspResponder } from '../../../platform/crypto/pki/orders.ts';
import { newSerialNumber } from '../../../platform/crypto/pki/serial-number.ts';
import type { PublicScope } from '../../../scope.ts';
import { authorityNotFound, findSigner } from '../certificate-authorities/issuer.ts';

const hour = 60 * 60;
const day = 24 * hour;
/** The validity of a responder's certificate. */
const validDays = 7;
/** A responder is replaced this often, so that its certificate outlasts every response by days. */
const replacedAfterDays = 3;

const emptySubject = { organization: '', organizationalUnit: '', country: '', province: '', locality: '' };

/** It begins an hour earlier for clients whose clock is slow, and ends with the authority's certificate at the latest. */
const validityOf = (now: Date, authority: { notBefore: string; notAfter: string }) => {
  const [first, last] = [authority.notBefore, authority.notAfter].map((time) => new Date(parseTime(time)!));
  const [from, until] = [secondsAfter(now, -hour), secondsAfter(now, validDays * day)];
  return {
    notBefore: from < first! ? first! : from,
    notAfter: last! > now && last! < until ? last! : until,
  };
};

const createResponder = async (scope: PublicScope, authorityId: string): Promise<OcspResponder> => {
  const authority = await scope.stores.authorities.findById(authorityId);
  if (!authority?.activeCertificateId) throw authorityNotFound();
  const { issuer, certificate } = await findSigner(scope, authority);
  return scope.pki.run('createOcspResponder', {
    subject: { ...emptySubject, commonName: `${authority.commonName.slice(0, 50)} OCSP responder`.trim() },
    serialNumber: newSerialNumber(),
    ...validityOf(scope.clock.now(), certificate),
    issuer,
  });
};

/**
 * Returns the responder of an authority, each node its own: its key is in memory only, and replaced together with its
 * certificate every few days, and when the authority gets another certificate.
 */
export const findResponder = (
  scope: PublicScope,
  authorityId: string,
  activeCertificateId: string,
): Promise<OcspResponder> => {
  const period = Math.floor(scope.clock.now().getTime() / 1000 / (replacedAfterDays * day));
  const revision = `${activeCertificateId} ${period}`;
  const responder = scope.ocsp.responders.find(authorityId, revision);
  if (responder) return Promise.resolve(responder);
  return scope.singleFlight.join(`OCSP responder ${authorityId} ${revision}`, async () =>
    scope.ocsp.responders.get(authorityId, revision, () => createResponder(scope, authorityId)),
  );
};
