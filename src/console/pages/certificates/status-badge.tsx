import { Badge } from '@mantine/core';
import { daysUntil, type Authority, type Certificate } from './model.ts';

const colors = { active: 'pine', pending: 'gray', soon: 'orange', ended: 'red', off: 'gray' } as const;

const Mark = ({ kind, label }: { kind: keyof typeof colors; label: string }) => (
  <Badge
    size="sm"
    variant="outline"
    color={colors[kind]}
    autoContrast
    styles={{ label: { color: 'var(--mantine-color-text)' } }}
  >
    {label}
  </Badge>
);

/** How many days before its end a certificate is marked. */
export const soonDays = 30;

const endLabel = (days: number): string => (days < 1 ? 'Ends today' : days === 1 ? '1 day left' : `${days} days left`);

export const CertificateBadge = ({ certificate: { status, notAfter } }: { certificate: Certificate }) => {
  if (status === 'revoked') return <Mark kind="ended" label="Revoked" />;
  if (status === 'expired') return <Mark kind="off" label="Expired" />;
  const days = daysUntil(notAfter);
  return days < soonDays ? <Mark kind="soon" label={endLabel(days)} /> : <Mark kind="active" label="Active" />;
};

export const AuthorityBadge = ({ authority: { status, configuration } }: { authority: Authority }) => {
  if (status === 'disabled') return <Mark kind="off" label="Disabled" />;
  if (status === 'pending-certificate') return <Mark kind="pending" label="Waits for its certificate" />;
  const days = configuration.notAfter === null ? Infinity : daysUntil(configuration.notAfter);
  if (days < 0) return <Mark kind="ended" label="Expired" />;
  return days < soonDays ? <Mark kind="soon" label={endLabel(days)} /> : <Mark kind="active" label="Active" />;
};
