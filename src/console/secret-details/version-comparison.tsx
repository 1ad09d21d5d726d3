import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { components } from '../../../generated/api.d.ts';
import { client } from '../api/client.ts';
import { notifyFailure } from '../components/failure.tsx';
import { ValueNotReadable } from '../secrets/read-value.ts';
import { useRevealed } from '../secrets/use-revealed.ts';
import { ValueDiff } from '../secrets/value-diff.tsx';

export type Version = components['schemas']['SecretVersionFacts'];

const valueOf = async (secretId: string, { version, secretValueHidden }: Version): Promise<string> => {
  if (secretValueHidden) throw new ValueNotReadable(`You are not allowed to read the value of version ${version}.`);
  const path = '/api/v1/dashboard/secret-versions/{secretId}/value/{version}';
  return (await client.GET(path, { params: { path: { secretId, version } } })).value;
};

/** Everything but the value, as lines. */
const factsOf = ({ secretKey, secretComment, tags, secretMetadata, skipMultilineEncoding }: Version): string =>
  [
    `Name: ${secretKey}`,
    `Comment: ${secretComment}`,
    `Tags: ${tags.map(({ slug }) => slug).join(', ')}`,
    ...secretMetadata.map(({ key, value, isEncrypted }) => `Metadata: ${key} = ${isEncrypted ? '(encrypted)' : value}`),
    `Newlines as \\n on one line: ${skipMultilineEncoding ? 'yes' : 'no'}`,
  ].join('\n');

interface Props {
  readonly secretId: string;
  readonly older: Version;
  readonly newer: Version;
}

/** What changed from one version to another; values only when somebody asks. */
export const VersionComparison = ({ secretId, older, newer }: Props) => {
  const { values, reveal, hide } = useRevealed();
  const isShown = values.has('older');
  const [before, after] = [factsOf(older), factsOf(newer)];

  const show = (): void => {
    Promise.all([valueOf(secretId, older), valueOf(secretId, newer)])
      .then(([one, other]) =>
        reveal([
          ['older', one],
          ['newer', other],
        ]),
      )
      .catch(notifyFailure);
  };

  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3}>
            Version {older.version} to {newer.version}
          </Title>
          <Button size="compact-xs" variant="default" onClick={isShown ? () => hide() : show}>
            {isShown ? 'Hide values' : 'Show values'}
          </Button>
        </Group>
        {isShown && <ValueDiff label="Change of the value" before={values.get('older')} after={values.get('newer')} />}
        {isShown && values.get('older') === values.get('newer') && (
          <Text size="sm" c="dimmed">
            The values are equal.
          </Text>
        )}
        {before === after ? (
          <Text size="sm" c="dimmed">
            Nothing but the value may differ.
          </Text>
        ) : (
          <ValueDiff label="Other changes" before={before} after={after} />
        )}
      </Stack>
    </Paper>
  );
};
