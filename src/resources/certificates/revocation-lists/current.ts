import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import type { RevokedCertificate } from '../../../platform/crypto/pki/orders.ts';
import type { PublicScope } from '../../../scope.ts';
import { noSuchAuthority, signerOf } from '../certificate-authorities/issuer.ts';
import type { AuthorityRow } from '../certificate-authorities/store.ts';
import type { RevocationListRow, RevocationRow, SignedList } from './store.ts';

const day = 24 * 60 * 60;
/** How long a list is good. */
const validDays = 7;
/** A list with less than that left is replaced, so that whoever keeps it for a while is not left without one. */
const spareDays = 1;
/** How long what has ended is still listed. */
const keptDays = 7;

/** Whether the list knows of every revocation, and will last. */
const isCurrent = (list: RevocationListRow, { revocations }: AuthorityRow, now: Date): boolean =>
  list.revocations === revocations && list.nextUpdate! > timestamp(secondsAfter(now, spareDays * day));

const revokedCertificate = ({ serialNumber, revokedAt, reason }: RevocationRow): RevokedCertificate => ({
  serialNumber,
  revokedAt: new Date(revokedAt),
  reason,
});

/** Of lists with a number, the higher one never knows less: the number and what is in the list are read together. */
const begin = (scope: PublicScope, id: string, now: Date) =>
  scope.transaction(async ({ stores }) => {
    const number = await stores.revocationLists.takeNumber(id);
    const authority = await stores.authorities.findById(id);
    if (number === undefined || !authority) throw noSuchAuthority();
    return {
      number,
      authority,
      revoked: await stores.revocationLists.listRevoked(id, timestamp(secondsAfter(now, -keptDays * day))),
    };
  });

/** A new list; whoever has a higher number has a newer one. */
const build = async (scope: PublicScope, id: string): Promise<SignedList> => {
  const now = scope.clock.now();
  const { number, authority, revoked } = await begin(scope, id, now);
  const { issuer } = await signerOf(scope, authority);
  const nextUpdate = secondsAfter(now, validDays * day);
  const bytes = await scope.pki.run('signRevocationList', {
    issuer,
    number,
    thisUpdate: now,
    nextUpdate,
    revoked: revoked.map(revokedCertificate),
  });
  const signed = {
    number,
    revocations: authority.revocations,
    nextUpdate: timestamp(nextUpdate),
    list: Buffer.from(bytes).toString('base64'),
  };
  await scope.transaction(({ stores }) => stores.revocationLists.keepList(id, signed));
  return signed;
};

/** The list of an authority that has a certificate, with every revocation until now. */
export const currentList = async (
  scope: PublicScope,
  authority: AuthorityRow,
  kept: RevocationListRow,
): Promise<Pick<SignedList, 'number' | 'list'>> => {
  if (isCurrent(kept, authority, scope.clock.now())) return { number: kept.number!, list: kept.list! };
  for (;;) {
    const built = await scope.flights.join(`revocation list of ${authority.id}`, () => build(scope, authority.id));
    // One that was under way already may have begun too early.
    if (built.revocations >= authority.revocations) return built;
  }
};
