import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useCan } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { notifyUndoable } from '../../components/undo.tsx';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';
import { DeletedEnvironments } from './deleted-environments.tsx';
import { EnvironmentModal, type Environment } from './environment-form.tsx';
import { EnvironmentRow, handleId } from './environment-row.tsx';
import { ProtectionHint } from './protection-hint.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { CreateButton } from '../../components/create-button.tsx';

/** Moves environments; the focus stays on the one that was moved. */
const useMove = (projectId: string, environments: readonly Environment[]) => {
  const [moved, setMoved] = useState('');
  const focused = useRef<string>(undefined);
  const update = api.useMutation('patch', '/api/v1/projects/{projectId}/environments/{id}');
  useEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus();
    focused.current = undefined;
  }, [environments]);
  const move = (environment: Environment, index: number): void => {
    focused.current = handleId(environment);
    update.mutate(
      { params: { path: { projectId, id: environment.id } }, body: { position: index + 1 } },
      { onSuccess: () => setMoved(`${environment.name} is now at position ${index + 1}.`) },
    );
  };
  return { move, moved };
};

/** The environment that is dragged, and the one that it would be dropped on. */
const useDrag = (onDrop: (dragged: Environment, index: number) => void) => {
  const [dragged, setDragged] = useState<Environment>();
  const [target, setTarget] = useState<string>();
  const end = (): void => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const dragOf = (environment: Environment, index: number) => ({
    onDragStart: () => setDragged(environment),
    onDragOver: (event: { preventDefault: () => void }) => {
      if (!dragged) return;
      event.preventDefault();
      setTarget(environment.id);
    },
    onDrop: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (dragged && dragged.id !== environment.id) onDrop(dragged, index);
      end();
    },
    onDragEnd: end,
  });
  return { dragOf, isTarget: ({ id }: Environment) => id === target && id !== dragged?.id };
};

/** The environments of the project in their order, and those that can be restored. */
export const Environments = () => {
  const project = useProject();
  const { id: projectId, environments } = project;
  const ability = useCan(project);
  const [edited, setEdited] = useState<Environment | 'new'>();
  const { move, moved } = useMove(projectId, environments);
  const { dragOf, isTarget } = useDrag(move);
  const remove = api.useMutation('delete', '/api/v1/projects/{projectId}/environments/{id}', {
    meta: { showsError: true },
  });

  const askToDelete = ({ id, name }: Environment): void =>
    confirm({
      title: 'Delete the environment?',
      message: `${name} is deleted with all its folders and secrets, and programs can no longer read them. It can be restored for 14 days.`,
      action: 'Delete environment',
      isDestructive: true,
      name,
      onConfirm: async () => {
        const path = { projectId, id };
        await remove.mutateAsync({ params: { path, query: { hardDelete: 'false' } } });
        notifyUndoable(`The environment ${name} was deleted.`, () =>
          client.POST('/api/v1/projects/{projectId}/environments/{id}/restore', { params: { path } }),
        );
      },
    });

  return (
    <Section
      title="Environments"
      description="In the order in which they are shown everywhere."
      action={
        <CreateButton
          label="Create environment"
          isAllowed={ability.can('create', 'environments')}
          reason="You are not allowed to create environments in this project."
          onClick={() => setEdited('new')}
        />
      }
    >
      <ItemList label="Environments" items={environments} gap={0}>
        {(environment, index) => (
          <EnvironmentRow
            key={environment.id}
            environment={environment}
            index={index}
            count={environments.length}
            mayEdit={ability.can('edit', 'environments')}
            mayDelete={ability.can('delete', 'environments')}
            isDropTarget={isTarget(environment)}
            onMove={(to) => move(environment, to)}
            onEdit={() => setEdited(environment)}
            onDelete={() => askToDelete(environment)}
            drag={dragOf(environment, index)}
          />
        )}
      </ItemList>
      {ability.can('edit', 'environments') && <ProtectionHint project={project} />}
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <DeletedEnvironments mayRestore={ability.can('delete', 'environments')} />
      <EnvironmentModal
        isOpen={edited !== undefined}
        environment={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </Section>
  );
};
