import { Alert, Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { organizationActions, projectActions } from '../../access/ability.ts';
import { actionPhrase } from '../../access/action-phrases.ts';
import type { Rule } from '../../access/rule.ts';
import { Ability } from '../access/ability.ts';
import { NotLoaded } from '../components/not-loaded.tsx';
import type { RoleSource, RoleSummary } from './role-source.ts';

/** Those of them that allow the action on some object. */
const rolesThatAllow = async (
  { read, scope }: RoleSource,
  roles: readonly RoleSummary[],
  action: string,
  subject: string,
): Promise<readonly RoleSummary[]> => {
  const expand = scope === 'organization' ? organizationActions : projectActions;
  const complete = await Promise.all(roles.map(({ slug }) => read(slug)));
  return complete.filter(({ permissions }) => new Ability(permissions as readonly Rule[], expand).may(action, subject));
};

interface Props {
  readonly source: RoleSource;
  readonly roles: readonly RoleSummary[];
  readonly action: string;
  readonly subject: string;
}

/** Which roles allow what somebody was refused. */
export const AllowedBy = ({ source, roles, action, subject }: Props) => {
  const { key, ability, address, place } = source;
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', key, 'that allow', subject, action, roles.map(({ slug }) => slug)],
    queryFn: () => rolesThatAllow(source, roles, action, subject),
  });
  const what = actionPhrase(action, subject);
  const title = ability.may(action, subject) ? `You are allowed to ${what}` : `You are not allowed to ${what}`;
  return (
    <Alert variant="light" title={title} role="region">
      {!data && <NotLoaded error={error} onRetry={refetch} rows={1} />}
      {data?.length === 0 && <Text size="sm">No role of {place} allows it.</Text>}
      {data && data.length > 0 && (
        <>
          <Text size="sm">These roles allow it; an administrator can give you one of them:</Text>
          <List size="sm">
            {data.map(({ slug, name }) => (
              <List.Item key={slug}>
                <Anchor component={Link} href={`${address}/${slug}`} size="sm">
                  {name}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
};
