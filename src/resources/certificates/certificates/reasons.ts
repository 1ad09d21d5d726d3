import type { Request } from '../../../contract.ts';
import type { RevocationReason } from '../../../platform/crypto/pki/orders.ts';

type ReasonInput = Request<'revokeCertificate'>['body']['revocationReason'];

/** The reasons of RFC 5280 by their names in requests. */
export const revocationReasons: Readonly<Record<ReasonInput, RevocationReason>> = {
  UNSPECIFIED: 'unspecified',
  KEY_COMPROMISE: 'keyCompromise',
  CA_COMPROMISE: 'cACompromise',
  AFFILIATION_CHANGED: 'affiliationChanged',
  SUPERSEDED: 'superseded',
  CESSATION_OF_OPERATION: 'cessationOfOperation',
  CERTIFICATE_HOLD: 'certificateHold',
  PRIVILEGE_WITHDRAWN: 'privilegeWithdrawn',
  A_A_COMPROMISE: 'aACompromise',
};

/** The reason codes of RFC 5280, which responses and revocation lists contain. */
export const reasonCodes: Readonly<Record<RevocationReason, number>> = {
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
