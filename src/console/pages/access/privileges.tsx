import { Accordion, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AccessLinks } from '../../access/access-links.tsx';
import type { Question } from '../../access/addresses.ts';
import { useCan } from '../../access/use-can.ts';
import { confirm } from '../../components/confirm.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { useProject } from '../../layout/project.tsx';
import { RuleWords } from '../../rules/rule-builder.tsx';
import { actionsOf, type Rule } from '../../rules/rule.ts';
import { Countdown, StateBadge } from '../../temporary-access/countdown.tsx';
import { useNow } from '../../temporary-access/now.ts';
import { spanOf, stateOf } from '../../temporary-access/period.ts';
import { mayAssignPrivileges } from './kinds.ts';
import type { Member } from './members.ts';
import { PrivilegeModal } from './privilege-form.tsx';
import { deletePrivilege, usePrivilege, usePrivileges, type PrivilegeSummary } from './privileges-api.ts';

const plainOf = (condition: unknown): string | undefined => (typeof condition === 'string' ? condition : undefined);

/** The question that the first rule of a privilege answers. */
const questionOf = (rule: Rule | undefined): Question =>
  rule
    ? {
        subject: rule.subject,
        action: actionsOf(rule)[0],
        fields: Object.fromEntries(
          Object.entries(rule.conditions ?? {}).map(([name, value]) => [name, plainOf(value)]),
        ),
      }
    : {};

interface ItemProps {
  readonly member: Member;
  readonly privilege: PrivilegeSummary;
  readonly canEdit: boolean;
  readonly onEdit: () => void;
}

const Contents = ({ member, privilege: { id, slug }, canEdit, onEdit }: ItemProps) => {
  const project = useProject();
  const { privilege, error, refetch } = usePrivilege(member, id);
  const remove = useMutation({ mutationFn: () => deletePrivilege(member, id), meta: { showsError: true } });
  if (!privilege) return <NotLoaded error={error} onRetry={refetch} rows={2} />;
  const rules = privilege.permissions as readonly Rule[];
  const askToDelete = (): void =>
    confirm({
      title: 'Delete the privilege?',
      message: `What ${slug} allows ${member.title} ends with the next request.`,
      action: 'Delete privilege',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync(),
    });
  return (
    <Stack gap="xs">
      <RuleWords rules={rules} scope="project" />
      <Group gap="xs">
        <Guarded isAllowed={canEdit} reason="You are not allowed to change the privileges of this member.">
          <Button size="compact-sm" variant="default" aria-label={`Edit ${slug}`} onClick={onEdit}>
            Edit
          </Button>
        </Guarded>
        <Guarded isAllowed={canEdit} reason="You are not allowed to change the privileges of this member.">
          <Button size="compact-sm" variant="default" aria-label={`Delete ${slug}`} onClick={askToDelete}>
            Delete
          </Button>
        </Guarded>
        <AccessLinks
          project={project}
          who="Who else can do this"
          question={{ actor: `${member.type}:${member.name}`, ...questionOf(rules[0]) }}
        />
      </Group>
    </Stack>
  );
};

const Heading = ({ privilege }: { privilege: PrivilegeSummary }) => {
  const now = useNow(useProject().id);
  const span = spanOf(privilege);
  return (
    <Group gap="xs">
      <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {privilege.slug}
      </Text>
      {span ? (
        <>
          <StateBadge state={stateOf(span, now)} />
          <Countdown span={span} />
        </>
      ) : (
        <Text span size="sm" c="dimmed">
          permanent
        </Text>
      )}
    </Group>
  );
};

/** The additional privileges of a user or machine identity. */
export const Privileges = ({ member, onCover }: { member: Member; onCover: (isCovered: boolean) => void }) => {
  const project = useProject();
  const canEdit = mayAssignPrivileges(useCan(project), member);
  const { privileges, error, refetch } = usePrivileges(project.id, member);
  const [edited, setEdited] = useState<string>();
  const edit = (id: string | undefined): void => {
    setEdited(id);
    onCover(id !== undefined);
  };
  return (
    <Stack gap="xs" component="section" aria-label="Additional privileges">
      <Group justify="space-between">
        <Title order={2}>Additional privileges</Title>
        <Guarded isAllowed={canEdit} reason="You are not allowed to give this member privileges.">
          <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={() => edit('new')}>
            Create privilege
          </Button>
        </Guarded>
      </Group>
      {!privileges && <NotLoaded error={error} onRetry={refetch} rows={2} />}
      {privileges?.length === 0 && (
        <Text size="sm" c="dimmed">
          None: roles alone decide what {member.title} may do.
        </Text>
      )}
      {privileges && privileges.length > 0 && (
        <Accordion multiple variant="separated" chevronPosition="left" order={3} keepMounted={false}>
          {privileges.map((privilege) => (
            <Accordion.Item key={privilege.id} value={privilege.id}>
              <Accordion.Control>
                <Heading privilege={privilege} />
              </Accordion.Control>
              <Accordion.Panel>
                <Contents member={member} privilege={privilege} canEdit={canEdit} onEdit={() => edit(privilege.id)} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
      <PrivilegeModal member={member} edited={edited} onClose={() => edit(undefined)} />
    </Stack>
  );
};
