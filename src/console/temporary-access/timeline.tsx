import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { timeText } from '../components/time.tsx';
import { useProject } from '../layout/project.tsx';
import { useNow } from './now.ts';
import { day, stateOf, type Span, type State } from './period.ts';

/** What a timeline shows before and after now, in milliseconds. */
export const scales = [
  { value: 'day', label: 'Day', reach: day, words: '24 h' },
  { value: 'week', label: 'Week', reach: 7 * day, words: '7 days' },
  { value: 'month', label: 'Month', reach: 30 * day, words: '30 days' },
] as const;

export type Scale = (typeof scales)[number];

/** The smallest scale that shows when something of these changes next. */
export const scaleFor = (spans: readonly Span[], now: number): Scale => {
  const next = spans
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .reduce((first, time) => (time > now && time < first ? time : first), Infinity);
  return scales.find(({ reach }) => next - now <= reach) ?? scales[0];
};

const fills: Readonly<Record<State, object>> = {
  active: { background: 'var(--mantine-color-pine-filled)' },
  planned: { border: '2px dashed var(--mantine-color-pine-5)' },
  ended: { background: 'var(--mantine-color-gray-5)' },
};

const percent = (time: number, now: number, reach: number): number =>
  Math.min(100, Math.max(0, 50 + ((time - now) / reach) * 50));

/** An arrow to a period that the timeline does not reach. */
const Outside = ({ isLater }: { isLater: boolean }) => (
  <Box aria-hidden pos="absolute" top={0} lh={0} {...(isLater ? { right: 2 } : { left: 2 })}>
    {isLater ? <IconArrowRight size={14} /> : <IconArrowLeft size={14} />}
  </Box>
);

/** A period as a line: past to the left of the middle, now in the middle, planned to the right of it. */
export const TimelineBar = ({ span, scale: { reach } }: { span: Span; scale: Scale }) => {
  const now = useNow(useProject().id);
  const [left, right] = [percent(span.startsAt, now, reach), percent(span.endsAt, now, reach)];
  const width = Math.max(0.8, right - left);
  const isOutside = span.startsAt > now + reach || span.endsAt < now - reach;
  return (
    <Box
      pos="relative"
      h={14}
      style={{ borderRadius: 7, background: 'var(--mantine-color-gray-light-hover)', overflow: 'hidden' }}
    >
      <VisuallyHidden>
        From {timeText(new Date(span.startsAt).toISOString())} to {timeText(new Date(span.endsAt).toISOString())}
      </VisuallyHidden>
      {isOutside ? (
        <Outside isLater={span.startsAt > now} />
      ) : (
        <Box
          aria-hidden
          pos="absolute"
          top={3}
          h={8}
          left={`${Math.min(left, 100 - width)}%`}
          w={`${width}%`}
          style={{ borderRadius: 4, ...fills[stateOf(span, now)] }}
        />
      )}
      <Box aria-hidden pos="absolute" top={0} bottom={0} left="50%" w={2} bg="var(--mantine-color-text)" />
    </Box>
  );
};

/** What the two ends of the lines are. */
export const TimelineAxis = ({ scale: { words } }: { scale: Scale }) => (
  <Group justify="space-between" wrap="nowrap" gap={4} aria-hidden>
    {[`${words} ago`, 'now', `in ${words}`].map((text) => (
      <Text key={text} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {text}
      </Text>
    ))}
  </Group>
);
