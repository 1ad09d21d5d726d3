import { Alert, Anchor, Button, Divider, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { portIn } from './cli.ts';
import { signOnAddress, signOnProblem } from './sign-on-address.ts';

const SlugForm = ({ port }: { port: number | undefined }) => {
  const [slug, setSlug] = useState('');
  const start = (event: SyntheticEvent): void => {
    event.preventDefault();
    location.assign(signOnAddress(slug.trim(), port));
  };
  return (
    <form onSubmit={start}>
      <Stack>
        <TextInput
          label="Slug of your organization"
          description="Your administrator knows it, such as acme."
          required
          withAsterisk={false}
          maxLength={64}
          spellCheck={false}
          value={slug}
          onChange={(event) => setSlug(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Continue with single sign-on
        </Button>
      </Stack>
    </form>
  );
};

interface Props {
  readonly search: string;
  /** The organization that the server offers by itself. */
  readonly defaultSlug: string | null;
}

/**
 * Offers the single sign-on of an organization: of the one in the address (`?org=acme`) or of the server's only one, or
 * of one to be named. It never depends on an e-mail address.
 */
export const SingleSignOn = ({ search, defaultSlug }: Props) => {
  const [isAsked, setAsked] = useState(false);
  const port = portIn(search);
  const slug = new URLSearchParams(search).get('org') ?? defaultSlug;
  return (
    <Stack>
      <Divider label="or" />
      {slug === null ? (
        isAsked ? (
          <SlugForm port={port} />
        ) : (
          <Button variant="default" onClick={() => setAsked(true)}>
            Single sign-on
          </Button>
        )
      ) : (
        <Stack gap="xs">
          <Button variant="default" component="a" href={signOnAddress(slug, port)}>
            Single sign-on
          </Button>
          {isAsked ? (
            <SlugForm port={port} />
          ) : (
            <Group justify="center">
              <Anchor component="button" type="button" size="sm" onClick={() => setAsked(true)}>
                Of another organization
              </Anchor>
            </Group>
          )}
        </Stack>
      )}
    </Stack>
  );
};

/** What became of a sign-in with a provider, and what to do next. */
export const SignOnNotice = ({ search }: { search: string }) => {
  const problem = signOnProblem(search);
  if (problem !== undefined)
    return (
      <Alert color="red" role="alert" mb="md">
        {problem}
      </Alert>
    );
  if (new URLSearchParams(search).get('link') !== 'sso') return null;
  return (
    <Alert mb="md" role="status">
      There is an account with your e-mail address already. Sign in to it with its password once: then you can link it
      to single sign-on.
    </Alert>
  );
};
