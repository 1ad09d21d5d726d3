import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';
import type { Parts } from '../../../scope.ts';
import { createStores } from '../../../stores.ts';
import type { ContactRow } from '../project-users/store.ts';
import type { EndingGrant } from '../grants/store.ts';
import { ofProject } from '../../../transaction-keys.ts';

type EndingDeps = Pick<Parts, 'database' | 'stores' | 'clock' | 'ids' | 'keyring'> & {
  readonly mailer: NonNullable<Parts['mailer']>;
};

/** How long before its end access is announced. */
const noticeSeconds = 86_400;
/** How many grants of each kind are announced at once; a recipient gets one mail for all of them in a project. */
const batch = 200;
/** The most users who are told of one grant. */
const maxContacts = 1_000;

/** The users who hold the grant; the administrators of the project for one that no user holds. */
const contactsOf = async ({ stores, clock }: EndingDeps, grant: EndingGrant): Promise<ContactRow[]> => {
  const holders = await stores.projectUsers.listHolders(grant, maxContacts);
  if (holders.length > 0) return holders;
  const { projectId: id, organizationId } = grant;
  return stores.projectUsers.listAdministrators({ id, organizationId }, timestamp(clock.now()), maxContacts);
};

const endingsIn = async (deps: EndingDeps, grants: readonly EndingGrant[]): Promise<number> => {
  const [{ organizationId, projectId, projectName }] = grants as [EndingGrant];
  const byAddress = new Map<string, EndingGrant[]>();
  for (const grant of grants)
    for (const { email, username } of await contactsOf(deps, grant)) {
      const address = email ?? username;
      byAddress.set(address, [...(byAddress.get(address) ?? []), grant]);
    }
  return deps.database.transaction(ofProject({ id: projectId, organizationId }), async ({ db, afterCommit }) => {
    const tx = { ...deps, stores: createStores(db), afterCommit };
    const claimed = new Set<EndingGrant>();
    for (const grant of grants) if (await tx.stores.grants.announceEnd(grant)) claimed.add(grant);
    const mails = [...byAddress].flatMap(([recipient, all]) => {
      const ending = all.filter((grant) => claimed.has(grant));
      if (ending.length === 0) return [];
      const content: MailContents['access-ending'] = {
        projectName,
        grants: ending.map(({ type, slug, holderName, endsAt }) => ({ type, slug, holder: holderName, endsAt })),
      };
      return [{ recipient, content }];
    });
    await deps.mailer.enqueue(tx, { organizationId, kind: 'access-ending', mails });
    return claimed.size;
  });
};

/** Announces every temporary grant that ends within a day once, whichever node is first; returns how many. */
export const announceEndingAccess = async (deps: EndingDeps): Promise<number> => {
  for (let total = 0; ;) {
    const now = deps.clock.now();
    const until = timestamp(secondsAfter(now, noticeSeconds));
    const ending = await deps.stores.grants.listEnding(timestamp(now), until, batch);
    let count = 0;
    for (const projectId of new Set(ending.map((grant) => grant.projectId)))
      count += await endingsIn(
        deps,
        ending.filter((grant) => grant.projectId === projectId),
      );
    total += count;
    if (ending.length < batch || count === 0) return total;
  }
};

/** Composes the mail about access that ends. */
export const composeEnding = ({ projectName, grants }: MailContents['access-ending']): Promise<MailText> =>
  Promise.resolve({
    subject: 'Access ends within a day',
    paragraphs: [
      `This access to the project "${projectName}" ends soon:`,
      {
        items: grants.map(
          ({ type, slug, holder, endsAt }) =>
            `the ${type} "${slug}"${holder === null ? '' : ` of "${holder}"`}, at ${endsAt}`,
        ),
      },
      'Whoever administers the project can extend it.',
    ],
  });
