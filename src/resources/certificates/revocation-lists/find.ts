import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { RevokedCertificate } from '../../../platform/crypto/pki/orders.ts';
import type { Key } from '../../../platform/db/database.ts';
import type { PublicScope } from '../../../scope.ts';
import { authorityNotFound, findSigner } from '../certificate-authorities/issuer.ts';
import type { AuthorityRow } from '../certificate-authorities/store.ts';
import type { RevocationListRow, RevocationRow, SignedList } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

const day = 24 * 60 * 60;
/** The validity of a list. */
const validDays = 7;
/** A list that expires earlier than this is replaced, so that clients may cache it for a while. */
const spareDays = 1;
/** How long an expired certificate stays in the list. */
const retentionDays = 7;

/** Whether the list contains every revocation and does not expire soon. */
const isCurrent = (list: RevocationListRow, { revocations }: AuthorityRow, now: Date): boolean =>
  list.revocations === revocations && list.nextUpdate! > timestamp(secondsAfter(now, spareDays * day));

const revokedCertificate = ({ serialNumber, revokedAt, reason }: RevocationRow): RevokedCertificate => ({
  serialNumber,
  revokedAt: new Date(revokedAt),
  reason,
});

/** Takes the next number and reads the revocations in one transaction, so that a higher number never contains less. */
const takeNumberAndRevocations = (scope: PublicScope, key: Key, id: string, now: Date) =>
  scope.transaction(key, async ({ stores }) => {
    const number = await stores.revocationLists.takeNumber(id);
    const authority = await stores.authorities.findById(id);
    if (number === undefined || !authority) throw authorityNotFound();
    return {
      number,
      authority,
      revoked: await stores.revocationLists.listRevoked(id, timestamp(secondsAfter(now, -retentionDays * day))),
    };
  });

/** Returns when a list was signed. */
export const lastUpdateOf = ({ nextUpdate }: Pick<SignedList, 'nextUpdate'>): Timestamp =>
  timestamp(secondsAfter(new Date(nextUpdate), -validDays * day));

/** Signs and stores a new list; a list with a higher number is newer. */
const buildList = async (
  scope: PublicScope,
  { id, projectId }: Pick<AuthorityRow, 'id' | 'projectId'>,
): Promise<SignedList> => {
  const now = scope.clock.now();
  const project = await scope.stores.projects.findAnywhere(projectId);
  if (!project) throw authorityNotFound();
  const key = ofProject(project);
  const { number, authority, revoked: revocations } = await takeNumberAndRevocations(scope, key, id, now);
  const { issuer } = await findSigner(scope, authority);
  const nextUpdate = secondsAfter(now, validDays * day);
  const bytes = await scope.pki.run('signRevocationList', {
    issuer,
    number,
    thisUpdate: now,
    nextUpdate,
    revoked: revocations.map(revokedCertificate),
  });
  const signed = {
    number,
    revocations: authority.revocations,
    nextUpdate: timestamp(nextUpdate),
    list: Buffer.from(bytes).toString('base64'),
  };
  await scope.transaction(key, ({ stores }) => stores.revocationLists.storeList(id, signed));
  return signed;
};

/** Returns the list of an authority that has a certificate, with every revocation until now. */
export const findRevocationList = async (
  scope: PublicScope,
  authority: AuthorityRow,
  stored: RevocationListRow,
): Promise<Omit<SignedList, 'revocations'>> => {
  if (isCurrent(stored, authority, scope.clock.now()))
    return { number: stored.number!, nextUpdate: stored.nextUpdate!, list: stored.list! };
  for (;;) {
    const built = await scope.singleFlight.join(`revocation list of ${authority.id}`, () =>
      buildList(scope, authority),
    );
    // A concurrent build that we joined may have started before the latest revocation.
    if (built.revocations >= authority.revocations) return built;
  }
};
