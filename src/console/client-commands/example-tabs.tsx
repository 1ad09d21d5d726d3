import { Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { CopyButton } from '../components/copy-button.tsx';
import { examplesOf } from './examples.ts';
import type { Place, SignIn } from './place.ts';

const Command = ({ about, command }: { about: string; command: string }) => (
  <Stack gap={4} pt="xs">
    <Text size="sm">{about}</Text>
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Code block flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {command}
      </Code>
      <CopyButton value={command} label="the command" />
    </Group>
  </Stack>
);

/** Ids of elements cannot have spaces. */
const idOf = (title: string): string => title.replaceAll(' ', '-');

/** Commands to copy, by the language or tool that reads the secrets. */
export const ExampleTabs = ({ place, signIn }: { place: Place; signIn: SignIn }) => {
  const examples = examplesOf(place, signIn);
  return (
    <Tabs defaultValue={idOf(examples[0]!.title)} mt={4}>
      <Tabs.List>
        {examples.map(({ title }) => (
          <Tabs.Tab key={title} value={idOf(title)} px="sm" py={6}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ title, about, command }) => (
        <Tabs.Panel key={title} value={idOf(title)}>
          <Command about={about} command={command} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};
