import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCan } from '../access/use-can.ts';
import { accessUsageAddress, type UsageOf } from './usage.ts';

interface Props {
  readonly project: { readonly id: string; readonly slug: string };
  readonly of: UsageOf;
}

/** Leads to the rules that recorded requests needed; absent for those who may not read the audit log. */
export const UsageLink = ({ project, of }: Props) =>
  useCan(project).may('read', 'audit-logs') ? (
    <Anchor component={Link} size="sm" href={accessUsageAddress(project.slug, of)}>
      What was needed in the last 90 days
    </Anchor>
  ) : null;
