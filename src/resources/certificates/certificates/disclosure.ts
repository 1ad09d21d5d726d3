import type { ProjectAccess } from '../../../access/project-access.ts';
import { someRuleDistinguishes } from '../../../access/renaming.ts';
import type { Scope } from '../../../scope.ts';
import { certificateStatus } from './rules.ts';
import type { CertificateRow } from './store.ts';
import { certificateSubjectFields } from './subject-fields.ts';

/** The actions on a certificate besides `delete`, which revoking requires anyway. */
const otherActions = ['read', 'edit', 'read-private-key'];

/**
 * 403 for a revocation that, through a rule with a condition on the status, would allow anybody an action on the
 * certificate that the caller may not do now, such as reading its private key. Rules that only deny something on
 * revoked certificates do not matter.
 */
export const refuseDisclosure = async (
  tx: Scope,
  project: ProjectAccess,
  certificate: CertificateRow,
): Promise<void> => {
  const now = tx.clock.now();
  const fields = certificateSubjectFields(certificate, now);
  const missingActions = otherActions.filter(
    (action) => !fields.every((each) => project.allows(action, 'certificates', each)),
  );
  const status = {
    field: 'status',
    subjects: ['certificates'],
    before: certificateStatus(certificate, now),
    after: 'revoked',
    onlyGains: true,
  };
  for (const action of missingActions) {
    if (await someRuleDistinguishes(tx, project.row.id, [{ ...status, actions: [action] }]))
      project.refuse(action, 'certificates');
  }
};
