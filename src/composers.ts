import type { Composers } from './mail/contents.ts';
import { composePasswordReset } from './resources/identity/account-recovery/mail.ts';
import { composeInvitation } from './resources/organization/invitations/mail.ts';
import { composeAccessRequest } from './resources/project/access-requests/notify.ts';
import { composeEnding } from './resources/project/temporary-access/ending.ts';
import { composeRevocationFailure } from './resources/secrets/dynamic-secret-leases/mail.ts';
import { composeReminder } from './resources/secrets/reminders/mail.ts';
import { composeChangeRequest } from './resources/secrets/change-requests/mail.ts';
import { composeRotationFailure } from './resources/secrets/secret-rotations/mail.ts';
import type { Parts } from './scope.ts';

/** Composes the mails of all kinds. */
export const mailComposers = (
  deps: Pick<Parts, 'stores' | 'clock' | 'abilities' | 'keyring' | 'config'>,
): Composers => ({
  invitation: (content) => composeInvitation(deps, content),
  'password-reset': (content) => composePasswordReset(deps, content),
  reminder: (content, organizationId) => composeReminder(deps, content, organizationId),
  'access-ending': composeEnding,
  'rotation-failed': composeRotationFailure,
  'access-request': (content) => composeAccessRequest(deps, content),
  'revocation-failed': composeRevocationFailure,
  'change-request': (content) => composeChangeRequest(deps, content),
});
