import { Anchor, Breadcrumbs, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createContext, useContext, type ReactNode } from 'react';
import { Link } from 'wouter';

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface Props {
  readonly title: string;
  /** The pages above this one. */
  readonly crumbs?: readonly Crumb[];
  readonly actions?: ReactNode;
  /** For forms and texts, which are hard to read in long lines. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** What pages show beside their actions: whether they are live. */
export const PageSign = createContext<ReactNode>(null);

/** The frame of every page: breadcrumbs, heading, actions. */
export const Page = ({ title, crumbs = [], actions, isNarrow = false, children }: Props) => {
  useDocumentTitle(`${title} · Sallyport`);
  return (
    <Stack gap="md" maw={isNarrow ? 860 : 1400}>
      <Stack gap={2}>
        {crumbs.length > 0 && (
          <Breadcrumbs component="nav" aria-label="Breadcrumbs" fz="sm" separatorMargin={6}>
            {crumbs.map(({ label, href }) => (
              <Anchor key={href} component={Link} href={href} size="sm" c="dimmed">
                {label}
              </Anchor>
            ))}
            <Text size="sm" c="dimmed" aria-current="page">
              {title}
            </Text>
          </Breadcrumbs>
        )}
        <Group justify="space-between" mih={36}>
          <Title order={1}>{title}</Title>
          <Group gap="xs">
            {useContext(PageSign)}
            {actions}
          </Group>
        </Group>
      </Stack>
      {children}
    </Stack>
  );
};

/** Lines in the place of a list that is being loaded. */
export const ListSkeleton = ({ rows = 6, height = 36 }: { rows?: number; height?: number }) => (
  <Stack gap="xs" aria-busy="true" aria-label="Loading" role="status">
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} height={height} />
    ))}
  </Stack>
);
