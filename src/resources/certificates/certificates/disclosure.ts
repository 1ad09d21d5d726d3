import type { ProjectAccess } from '../../../access/project-access.ts';
import { someRuleTellsApart } from '../../../access/renaming.ts';
import type { Scope } from '../../../scope.ts';
import { statusOf } from './rules.ts';
import type { CertificateRow } from './store.ts';
import { thingsOf } from './thing.ts';

/** What may be done with a certificate beside deleting it; whoever revokes it may delete it anyway. */
const others = ['read', 'edit', 'read-private-key'];

/**
 * 403 for a revocation that would let somebody do to the certificate what the caller may not do to it now: read its
 * private key, above all. Rules that only take something away from revoked certificates are no reason to refuse it.
 */
export const refuseDisclosure = async (
  tx: Scope,
  project: ProjectAccess,
  certificate: CertificateRow,
): Promise<void> => {
  const now = tx.clock.now();
  const fields = thingsOf(certificate, now);
  const lacking = others.filter((action) => !fields.every((each) => project.allows(action, 'certificates', each)));
  const status = {
    field: 'status',
    subjects: ['certificates'],
    before: statusOf(certificate, now),
    after: 'revoked',
    onlyGains: true,
  };
  for (const action of lacking) {
    if (await someRuleTellsApart(tx, project.project.id, [{ ...status, actions: [action] }]))
      project.refuse(action, 'certificates');
  }
};
