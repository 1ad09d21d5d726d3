import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirm } from '../components/confirm.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { Section } from '../components/section.tsx';
import { AddToProject } from './add-to-project.tsx';
import { ProjectMembershipList, type ProjectMembership } from './project-memberships.tsx';

interface Props {
  readonly description: string;
  /** What is said if there are none. */
  readonly none: string;
  /** What the member is in a project: `identity`, `groups` or `member`. */
  readonly subject: string;
  /** Undefined while they are loaded. */
  readonly memberships: readonly ProjectMembership[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => unknown;
  readonly mayRemoveElsewhere?: boolean;
  /** What happens when it is removed from that project. */
  readonly lossIn: (project: string) => string;
  readonly onAdd: (projectId: string, role: string) => Promise<unknown>;
  readonly onRemove: (projectId: string) => Promise<unknown>;
  /** What is below the list. */
  readonly children?: ReactNode;
}

/** The projects of a group or machine identity, with its roles there. */
export const ProjectsSection = (props: Props) => {
  const { description, none, subject, memberships, error, onRetry, lossIn, onAdd, children } = props;
  const remove = useMutation({ mutationFn: props.onRemove, meta: { showsError: true } });
  return (
    <Section
      title="Projects"
      description={description}
      action={
        <AddToProject
          excluded={(memberships ?? []).map(({ projectId }) => projectId)}
          subject={subject}
          onAdd={onAdd}
        />
      }
    >
      {!memberships && <NotLoaded error={error} onRetry={onRetry} rows={2} />}
      {memberships && (
        <ProjectMembershipList
          memberships={memberships}
          none={none}
          subject={subject}
          mayRemoveElsewhere={props.mayRemoveElsewhere ?? false}
          onRemove={({ projectId, name }) =>
            confirm({
              title: 'Remove it from the project?',
              message: lossIn(name),
              action: 'Remove',
              isDestructive: true,
              onConfirm: () => remove.mutateAsync(projectId),
            })
          }
        />
      )}
      {children}
    </Section>
  );
};
