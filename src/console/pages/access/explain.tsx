import { ItemList } from '../../components/item-list.tsx';
import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { components } from '../../../../generated/api.d.ts';
import { explainHref, giveHref, whoHref, type Question } from '../../access/addresses.ts';
import { mayGive, useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { withLocalTimes } from '../../components/time.tsx';
import { useProject } from '../../layout/project.tsx';
import { actionWords } from './action-words.ts';
import { Origin } from './origin.tsx';
import { QuestionForm } from './question-form.tsx';
import { objectOf, readActor, readQuestion } from './question.ts';

type Explanation = components['schemas']['AccessExplanation'];

const Answer = ({ explanation, what }: { explanation: Explanation; what: string }) => {
  const { isAllowed, reason, actor, decidedBy, atOtherTimes } = explanation;
  return (
    <Stack>
      <Alert
        color={isAllowed ? 'pine' : 'red'}
        variant="light"
        icon={isAllowed ? <IconCheck size={18} /> : <IconX size={18} />}
        title={`${isAllowed ? 'Yes' : 'No'}: ${actor.name} may ${isAllowed ? '' : 'not '}${what}`}
        role="status"
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        {withLocalTimes(reason)}
      </Alert>
      {decidedBy && (
        <Stack gap="xs" component="section" aria-label="Decided by">
          <Title order={2}>Decided by</Title>
          <Origin rule={decidedBy} />
        </Stack>
      )}
      {atOtherTimes.length > 0 && (
        <Stack gap="xs" component="section" aria-label="At other times">
          <Title order={2}>At other times</Title>
          <ItemList label="Rules at other times" items={atOtherTimes} gap="sm">
            {(rule, index) =>
              rule && (
                <li key={index}>
                  <Origin rule={rule} />
                </li>
              )
            }
          </ItemList>
        </Stack>
      )}
    </Stack>
  );
};

const Asked = ({ question }: { question: ReturnType<typeof readQuestion> & { action: string } }) => {
  const project = useProject();
  const ability = useCan(project);
  const { subject, action, fields } = question;
  const { type, name } = readActor(question.actor);
  const { data, error, refetch } = api.useQuery('post', '/api/v1/projects/{projectId}/access/explain', {
    params: { path: { projectId: project.id } },
    body: { actorType: type, actorName: name, subject, action, object: objectOf(fields) },
  });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={3} />;
  return (
    <>
      <Answer explanation={data} what={actionWords(subject, action)} />
      <Group gap="md">
        <Anchor component={Link} href={whoHref(project.slug, { subject, action, fields })} size="sm">
          Who else can?
        </Anchor>
        {!data.isAllowed && subject === 'secrets' && mayGive(ability) && (
          <Anchor component={Link} href={giveHref(project.slug, question)} size="sm">
            Give access for a time
          </Anchor>
        )}
      </Group>
    </>
  );
};

/** Explains whether somebody may do something, through what and until when. */
export const Explain = () => {
  const { slug } = useProject();
  const [, navigate] = useLocation();
  const search = useSearch();
  const question = readQuestion(search);
  const { actor, action } = question;
  return (
    <Stack>
      <QuestionForm
        key={search}
        initial={question}
        hasActor
        action="Explain"
        onAsk={(asked: Question) => navigate(explainHref(slug, asked))}
      />
      {actor !== undefined && readActor(actor).name !== '' && action !== undefined ? (
        <Asked question={{ ...question, action }} />
      ) : (
        <Text size="sm" c="dimmed">
          Choose somebody and what they would do. The answer names the rule that decides it, where that comes from, and
          until when.
        </Text>
      )}
    </Stack>
  );
};
