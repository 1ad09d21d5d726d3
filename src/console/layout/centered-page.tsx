import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Logo } from '../components/logo.tsx';

interface Props {
  readonly title: string;
  readonly width?: number;
  readonly children: ReactNode;
}

/** The frame of pages without a session. */
export const CenteredPage = ({ title, width = 400, children }: Props) => {
  useDocumentTitle(`${title} · Sallyport`);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={width}>
        <Group gap={8}>
          <Logo size={28} />
          <Text fw={600}>Sallyport</Text>
        </Group>
        <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
          <Title order={1} mb="md">
            {title}
          </Title>
          {children}
        </Paper>
        <Anchor href="/docs" size="sm" c="dimmed">
          API reference
        </Anchor>
      </Stack>
    </Center>
  );
};
