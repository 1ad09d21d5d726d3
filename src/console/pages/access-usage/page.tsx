import { useSearch } from 'wouter';
import { accessHref } from '../../access/addresses.ts';
import { readUsageOf } from '../../access-usage/usage.ts';
import { UsagePanel } from '../../access-usage/usage-panel.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { useProject } from '../../layout/project.tsx';

/** `?identity=ID`, `?user=ID` or `?role=SLUG` says whose rules are compared. */
const AccessUsagePage = () => {
  const project = useProject();
  const of = readUsageOf(useSearch());
  const crumbs = [
    { label: project.name, href: `/p/${project.slug}` },
    { label: 'Access', href: accessHref(project.slug) },
  ];
  return (
    <Page title="What access was needed" crumbs={crumbs}>
      {of ? (
        <UsagePanel project={project} of={of} />
      ) : (
        <EmptyState title="Nobody is chosen">
          Open this page from a machine identity, a person or a role of the project, to see which of their rules recent
          requests needed.
        </EmptyState>
      )}
    </Page>
  );
};

export default AccessUsagePage;
