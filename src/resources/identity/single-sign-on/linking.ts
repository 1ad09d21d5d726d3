import { userOf } from '../../../access/actor.ts';
import type { Reply } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';
import { Refused } from '../../../platform/refused.ts';
import type { Scope } from '../../../scope.ts';
import { mayJoin } from '../account/proof.ts';
import { requireStillOpen } from '../sessions/still-open.ts';
import { joinOrganization, linkPerson, requireUnchanged } from './account.ts';
import { readPendingLink, takePendingLink, type PendingLink } from './attempt.ts';
import { ofAccount, ofOrganization } from '../../../transaction-keys.ts';

type Question = Reply<'getPendingLink'>['link'];

const nothingToLink = () =>
  badRequest(
    'There is nothing to link: sign in with single sign-on first, in this browser, and then here within ten minutes.',
  );

/** The question that this browser has brought, if the caller may answer it for the account. */
const findOwn = async (scope: Scope): Promise<PendingLink | undefined> => {
  const { id, providerId } = userOf(scope);
  const link = await readPendingLink(scope);
  return link?.userId === id && providerId === null ? link : undefined;
};

export const findQuestion = async (scope: Scope): Promise<Question> => {
  const link = await findOwn(scope);
  const provider = link && (await scope.stores.signOnProviders.findById(link.providerId));
  const organization = provider && (await scope.stores.organizations.findById(provider.organizationId));
  if (!link || !organization) return null;
  const { id: organizationId, name: organizationName } = organization;
  return { organizationId, organizationName, issuer: link.person.issuer, email: link.person.email };
};

/** Refusals of a link are no secret to the owner of the account. */
const asBadRequest = (error: unknown): never => {
  throw error instanceof Refused ? badRequest(error.message) : error;
};

/** Links the caller's account to the person at the provider, and joins the organization; returns its id. */
export const answerQuestion = async (scope: Scope): Promise<string> => {
  const link = await findOwn(scope);
  const stored = link && (await scope.stores.signOnProviders.findById(link.providerId));
  if (!link || !stored) throw nothingToLink();
  return scope
    .transaction([ofOrganization(stored.organizationId), ofAccount(link.userId)], async (tx) => {
      const provider = await requireUnchanged(tx, stored);
      if (!(await takePendingLink(tx, link))) throw nothingToLink();
      await requireStillOpen(tx);
      const user = (await tx.stores.users.findById(link.userId))!;
      await linkPerson(tx, provider, link.person, user.id);
      const { person } = link;
      const { isNew } = await joinOrganization(
        tx,
        provider,
        { user, email: person.email },
        // The provider vouches for whoever signs in with it, and not for others who can sign in to the account.
        { needsSingleSignOn: !mayJoin(user, provider.organizationId) },
      );
      await tx.audit.record({
        type: 'link-single-sign-on',
        metadata: { userId: user.id, username: user.username, issuer: person.issuer, subject: person.subject, isNew },
        organizationId: provider.organizationId,
      });
      return provider.organizationId;
    })
    .catch(asBadRequest);
};
