import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { useProject } from '../../layout/project.tsx';
import type { Member } from './members.ts';

const removeMember = async (projectId: string, { type, id, projectMembershipId }: Member): Promise<void> => {
  const base = '/api/v1/projects/{projectId}/memberships';
  if (type === 'user')
    await client.DELETE(`${base}/{projectMembershipId}`, { params: { path: { projectId, projectMembershipId } } });
  else if (type === 'identity')
    await client.DELETE(`${base}/identities/{identityId}`, { params: { path: { projectId, identityId: id } } });
  else await client.DELETE(`${base}/groups/{groupId}`, { params: { path: { projectId, groupId: id } } });
};

/** Removes a member from the project, after a question. */
export const useRemoveMember = (onRemoved?: () => void) => {
  const { id, name } = useProject();
  const remove = useMutation({
    mutationFn: (member: Member) => removeMember(id, member),
    meta: { showsError: true },
    onSuccess: () => onRemoved?.(),
  });
  return (member: Member): void =>
    confirm({
      title: `Remove ${member.title}?`,
      message:
        member.type === 'group'
          ? `Its members lose what they have in ${name} through this group.`
          : `${member.title} loses all roles and additional privileges in ${name}. What comes through groups stays.`,
      action: 'Remove',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync(member),
    });
};
