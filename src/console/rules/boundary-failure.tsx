import { Alert, List, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { RuleScope } from '../../../generated/rules.ts';
import { failureOf } from '../api/errors.ts';
import { FailureMessage } from '../components/failure.tsx';
import { isRule, type Rule } from './rule.ts';
import { groupsOf, groupsWords } from './words.ts';

/** The permissions that the caller lacks for granting something; undefined for other errors. */
const missingIn = (error: unknown): readonly Rule[] | undefined => {
  const { error: name, details } = (error ?? {}) as { error?: unknown; details?: { missingPermissions?: unknown } };
  const missing = details?.missingPermissions;
  return name === 'PermissionBoundaryError' && Array.isArray(missing) ? missing.filter(isRule) : undefined;
};

/** Why rules could not be saved. If they grant more than the user has, says what that is. */
export const BoundaryFailure = ({ error, scope }: { error: unknown; scope: RuleScope }) => {
  const missing = missingIn(error);
  if (!missing || missing.length === 0) return <FailureMessage error={error} />;
  const { message, requestId } = failureOf(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      <Text size="sm">{message} You would have to be allowed, for as long, to:</Text>
      <List size="sm" mt={4}>
        {groupsWords(scope, groupsOf(scope, missing)).map((words) => (
          <List.Item key={words} style={{ overflowWrap: 'anywhere' }}>
            {words}
          </List.Item>
        ))}
      </List>
      {requestId !== undefined && (
        <Text size="xs" c="dimmed" ff="monospace" mt={4}>
          Request {requestId}
        </Text>
      )}
    </Alert>
  );
};
