import { Button, Group as Row } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { forgetAbout } from '../../api/forget.ts';
import { confirm } from '../../components/confirm.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { Section } from '../../components/section.tsx';
import { pathOf, type Group } from './group.ts';

export const DeleteGroup = ({ group }: { group: Group }) => {
  const mayDelete = useCanInOrganization().can('delete', 'groups');
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      await client.DELETE('/api/v1/groups/{id}', { params: pathOf(group) });
      forgetAbout(queries, group.id);
      navigate('/groups', { replace: true });
    },
  });
  const ask = (): void =>
    confirm({
      title: 'Delete the group?',
      message: `The members of ${group.name} lose at once what they have through it in the organization and in projects. It cannot be restored.`,
      action: 'Delete group',
      isDestructive: true,
      name: group.name,
      onConfirm: () => remove.mutateAsync(),
    });
  return (
    <Section title="Delete the group" description="Its members stay in the organization.">
      <Row>
        <Guarded isAllowed={mayDelete} reason="You are not allowed to delete groups.">
          <Button color="red.9" onClick={ask}>
            Delete group
          </Button>
        </Guarded>
      </Row>
    </Section>
  );
};
