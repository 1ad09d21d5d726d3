import { createHash, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { contextTag, encodeDer, tags } from './der.ts';
import type { OcspResponder, RevocationReason } from './orders.ts';

/** What is known about a certificate. */
export type OcspStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'revoked'; readonly revokedAt: Date; readonly reason: RevocationReason };

export interface OcspAnswer {
  /** As in the request. */
  readonly certId: Uint8Array;
  readonly status: OcspStatus;
}

export interface OcspResponseOrder {
  readonly responder: OcspResponder;
  readonly answers: readonly OcspAnswer[];
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** The extension of the request. */
  readonly nonce: Uint8Array | undefined;
}

export interface OcspResponse {
  readonly bytes: Uint8Array;
  /** Absent unless the same request may get the same response again. */
  readonly validity?: { readonly etag: string; readonly thisUpdate: Date; readonly nextUpdate: Date };
}

const signAsync = promisify(sign) as (
  hash: string,
  data: Uint8Array,
  key: OcspResponder['privateKey'],
) => Promise<Buffer>;

/** The numbers of RFC 5280. */
const reasonNumbers: Readonly<Record<RevocationReason, number>> = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  privilegeWithdrawn: 9,
  aACompromise: 10,
};

const refusals = { malformedRequest: 1, unauthorized: 6 } as const;

const basicResponse = encodeDer(tags.oid, Buffer.from('2b0601050507300101', 'hex'));
const ecdsaWithSha256 = encodeDer(tags.sequence, encodeDer(tags.oid, Buffer.from('2a8648ce3d040302', 'hex')));

const enumerated = (value: number): Uint8Array => encodeDer(tags.enumerated, Uint8Array.of(value));

/** In UTC, to the second. */
const generalizedTime = (time: Date): Uint8Array =>
  encodeDer(tags.generalizedTime, Buffer.from(`${time.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`));

const statusOf = (status: OcspStatus): Uint8Array => {
  if (status.kind === 'good') return encodeDer(contextTag(0, 'primitive'));
  if (status.kind === 'unknown') return encodeDer(contextTag(2, 'primitive'));
  const { revokedAt, reason } = status;
  // Omitted as in revocation lists.
  const reasons = reason === 'unspecified' ? [] : [encodeDer(contextTag(0), enumerated(reasonNumbers[reason]))];
  return encodeDer(contextTag(1), generalizedTime(revokedAt), ...reasons);
};

/** A response that tells why there is no answer; it is not signed. */
export const ocspRefusal = (reason: keyof typeof refusals): Uint8Array =>
  encodeDer(tags.sequence, enumerated(refusals[reason]));

/** Signs a response of RFC 6960 with the key of the responder, whose certificate is included. */
export const signOcspResponse = async (order: OcspResponseOrder): Promise<Uint8Array> => {
  const { responder, answers, nonce } = order;
  const [thisUpdate, nextUpdate] = [generalizedTime(order.thisUpdate), generalizedTime(order.nextUpdate)];
  const data = encodeDer(
    tags.sequence,
    encodeDer(contextTag(2), encodeDer(tags.octetString, responder.keyHash)),
    thisUpdate,
    encodeDer(
      tags.sequence,
      ...answers.map(({ certId, status }) =>
        encodeDer(tags.sequence, certId, statusOf(status), thisUpdate, encodeDer(contextTag(0), nextUpdate)),
      ),
    ),
    ...(nonce ? [encodeDer(contextTag(1), encodeDer(tags.sequence, nonce))] : []),
  );
  const signature = await signAsync('sha256', data, responder.privateKey);
  const basic = encodeDer(
    tags.sequence,
    data,
    ecdsaWithSha256,
    encodeDer(tags.bitString, Uint8Array.of(0), signature),
    encodeDer(contextTag(0), encodeDer(tags.sequence, responder.certificate)),
  );
  const content = encodeDer(tags.sequence, basicResponse, encodeDer(tags.octetString, basic));
  return encodeDer(tags.sequence, enumerated(0), encodeDer(contextTag(0), content));
};

/** A short name for a response, which changes whenever it does. */
export const ocspEtag = (response: Uint8Array): string =>
  `"${createHash('sha256').update(response).digest('base64url').slice(0, 22)}"`;
