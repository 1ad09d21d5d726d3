import type { Reply } from '../../../contract.ts';
import { endless } from '../../../licence/document.ts';
import type { LicenceStatus } from '../../../licence/status.ts';
import { timestamp } from '../../../platform/clock.ts';

export const licenceView = ({
  source,
  licence,
  daysLeft,
  isExpiring,
  problem,
}: LicenceStatus): Reply<'getLicence'>['licence'] => ({
  source,
  id: licence?.id ?? null,
  licensee: licence?.licensee ?? null,
  organization: licence?.organization ?? null,
  features: [...(licence?.features ?? [])],
  issuedAt: licence ? timestamp(licence.issuedAt) : null,
  expiresAt: licence && licence.expiresAt < endless ? timestamp(licence.expiresAt) : null,
  daysLeft,
  isExpiring,
  problem,
});
