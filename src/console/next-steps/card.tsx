import { ActionIcon, Anchor, CloseButton, Collapse, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ExampleTabs } from '../client-commands/example-tabs.tsx';
import { ShownOnce } from '../client-commands/shown-once.tsx';
import { useProject } from '../layout/project.tsx';
import { createSecretHref } from '../secrets/addresses.ts';
import { showNextSteps } from './store.ts';

const Token = ({ slug, token }: { slug: string; token: string }) => (
  <Stack gap={4}>
    <Text size="sm">
      Copy the token of the machine identity “{slug} reader”, with which your program signs in. It may read this project
      and nothing else, for 30 days.
    </Text>
    <ShownOnce variables={{ INFISICAL_TOKEN: token }} />
  </Stack>
);

const Steps = ({ token }: { token: string }) => {
  const { id, slug, environments } = useProject();
  const [environment] = environments;
  if (!environment) return null;
  const place = { site: location.origin, projectId: id, projectSlug: slug, environment: environment.slug };
  return (
    <List
      type="ordered"
      spacing="sm"
      size="sm"
      styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
    >
      <List.Item>
        <Text size="sm">
          <Anchor component={Link} href={createSecretHref(slug)} size="sm" underline="always">
            Create secret
          </Anchor>{' '}
          with a name and a value, such as DATABASE_URL.
        </Text>
      </List.Item>
      <List.Item>
        <Token slug={slug} token={token} />
      </List.Item>
      <List.Item>
        <Text size="sm">Read the secrets of {environment.name}, in the same shell:</Text>
        <ExampleTabs place={place} signIn={{ method: 'token-auth' }} />
      </List.Item>
    </List>
  );
};

const Card = ({ token, isFirst }: { token: string; isFirst: boolean }) => {
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-labelledby="next-steps">
      <Group justify="space-between" wrap="nowrap">
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            aria-label={isOpen ? 'Hide the next steps' : 'Show the next steps'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          </ActionIcon>
          <Title order={2} id="next-steps">
            Next steps
          </Title>
        </Group>
        <CloseButton aria-label="Remove the next steps" onClick={() => showNextSteps(undefined)} />
      </Group>
      <Collapse expanded={isOpen} mt={isOpen ? 'xs' : 0}>
        <Steps token={token} />
      </Collapse>
    </Paper>
  );
};

export default Card;
