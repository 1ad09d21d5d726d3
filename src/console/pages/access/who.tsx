import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import type { components } from '../../../../generated/api.d.ts';
import { explainHref, whoHref, type Question } from '../../access/addresses.ts';
import { client } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { useProject } from '../../layout/project.tsx';
import { useReloadAt } from '../../temporary-access/now.ts';
import { actionWords } from './action-words.ts';
import { LeftOut } from './left-out.tsx';
import { Lasting, Origin } from './origin.tsx';
import { QuestionForm } from './question-form.tsx';
import { objectOf, readQuestion } from './question.ts';
import { RowList } from '../../components/row-list.tsx';

type AllowedActor = components['schemas']['AllowedActor'];
type AskedQuestion = ReturnType<typeof readQuestion> & { readonly action: string };

const useAllowedActors = (projectId: string, { subject, action, fields }: AskedQuestion) => {
  const body = { subject, action, object: objectOf(fields), limit: 50 };
  return useInfiniteQuery({
    queryKey: ['allowed actors', projectId, body],
    initialPageParam: {},
    queryFn: async ({ pageParam, signal }) =>
      await client.POST('/api/v1/projects/{projectId}/access/who', {
        params: { path: { projectId } },
        body: { ...body, ...pageParam },
        signal,
      }),
    getNextPageParam: ({ nextCursor, at }) => (nextCursor === null ? undefined : { cursor: nextCursor, at }),
  });
};

const typeNames = { user: 'Person', identity: 'Machine identity', 'service-token': 'Service token' } as const;

const ActorItem = ({ actor, question }: { actor: AllowedActor; question: AskedQuestion }) => {
  const { slug } = useProject();
  const { type, name, isAllowed, startsAt, endsAt, allowedBy } = actor;
  return (
    <Stack gap={4} px="md" py="xs">
      <Group gap="xs" justify="space-between">
        <Group gap="xs" miw={0}>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Badge size="sm" variant="default">
            {typeNames[type]}
          </Badge>
          {!isAllowed && (
            <Badge size="sm" variant="default">
              Planned
            </Badge>
          )}
        </Group>
        {type !== 'service-token' && (
          <Anchor
            component={Link}
            size="sm"
            href={explainHref(slug, { ...question, actor: `${type}:${name}` })}
            aria-label={`Explain the access of ${name}`}
          >
            Explain
          </Anchor>
        )}
      </Group>
      {endsAt !== null && allowedBy.length > 1 && <Lasting startsAt={startsAt} endsAt={endsAt} />}
      <ItemList label={`What allows it to ${name}`} items={allowedBy} gap={4}>
        {(rule) => (
          <li key={rule.from.id}>
            <Origin rule={rule} />
          </li>
        )}
      </ItemList>
    </Stack>
  );
};

const Answer = ({ question }: { question: AskedQuestion }) => {
  const { id } = useProject();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAllowedActors(id, question);
  const actors = data?.pages.flatMap((page) => page.actors) ?? [];
  const leftOut = data?.pages[0]?.leftOut ?? [];
  useReloadAt(
    id,
    actors.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].filter((time) => time !== null).map(Date.parse)),
  );
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const what = actionWords(question.subject, question.action);
  return (
    <Stack gap="xs">
      {actors.length === 0 && !hasNextPage && (
        <EmptyState title={`Nobody may ${what}`}>At least nobody whom you may see.</EmptyState>
      )}
      {actors.length > 0 && (
        <RowList label={`Who may ${what}`} rows={actors} keyOf={({ id }) => id}>
          {(actor) => <ActorItem actor={actor} question={question} />}
        </RowList>
      )}
      <ShowMore onMore={hasNextPage ? fetchNextPage : undefined} isLoading={isFetchingNextPage} />
      <LeftOut kinds={leftOut} />
    </Stack>
  );
};

/** Lists everybody who may do something, through what and until when. */
export const Who = () => {
  const { slug } = useProject();
  const [, navigate] = useLocation();
  const search = useSearch();
  const question = readQuestion(search);
  const { action } = question;
  return (
    <Stack>
      <QuestionForm
        key={search}
        initial={question}
        hasActor={false}
        action="Who can?"
        onAsk={(asked: Question) => navigate(whoHref(slug, asked))}
      />
      {action !== undefined ? (
        <Answer question={{ ...question, action }} />
      ) : (
        <Text size="sm" c="dimmed">
          Choose what somebody would do, and with what. The answer lists everybody who may, through what, and until
          when.
        </Text>
      )}
    </Stack>
  );
};
