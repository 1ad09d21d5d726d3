import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { forgetAbout } from '../../api/forget.ts';
import { confirm } from '../../components/confirm.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { Section } from '../../components/section.tsx';
import { pathOf, type Identity } from './identity.ts';

export const DeleteIdentity = ({ identity }: { identity: Identity }) => {
  const { name, hasDeleteProtection } = identity.identity;
  const mayDelete = useCanInOrganization().can('delete', 'identity');
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      await client.DELETE('/api/v1/identities/{identityId}', { params: pathOf(identity) });
      forgetAbout(queries, identity.identityId);
      navigate('/identities', { replace: true });
    },
  });
  const ask = (): void =>
    confirm({
      title: 'Delete the identity?',
      message: `${name} can no longer sign in, and all its tokens stop working at once. Programs that use it fail. It cannot be restored.`,
      action: 'Delete identity',
      isDestructive: true,
      name,
      onConfirm: () => remove.mutateAsync(),
    });
  return (
    <Section title="Delete" description="Ends everything that it may do, in all projects.">
      <Group>
        <Guarded
          isAllowed={mayDelete && !hasDeleteProtection}
          reason={
            hasDeleteProtection
              ? 'The identity has delete protection.'
              : 'You are not allowed to delete machine identities.'
          }
        >
          <Button color="red.9" onClick={ask}>
            Delete identity
          </Button>
        </Guarded>
      </Group>
    </Section>
  );
};
