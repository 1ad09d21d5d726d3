import { Badge, Text } from '@mantine/core';
import { IconClock, IconClockOff, IconClockPlay, type Icon } from '@tabler/icons-react';
import { Time } from '../components/time.tsx';
import { useProject } from '../layout/project.tsx';
import { useNow } from './now.ts';
import { lengthText, stateOf, type Span, type State } from './period.ts';

const signs: Readonly<Record<State, readonly [Icon, string]>> = {
  active: [IconClock, 'Active'],
  planned: [IconClockPlay, 'Planned'],
  ended: [IconClockOff, 'Ended'],
};

export const StateBadge = ({ state }: { state: State }) => {
  const [Sign, label] = signs[state];
  return (
    <Badge size="sm" variant="default" leftSection={<Sign size={12} aria-hidden />}>
      {label}
    </Badge>
  );
};

/** What remains of a period: "3 h 12 min left". */
export const remainingText = (span: Span, now: number): string => {
  const state = stateOf(span, now);
  if (state === 'ended') return 'ended';
  return state === 'active'
    ? `${lengthText(span.endsAt - now)} left`
    : `begins in ${lengthText(span.startsAt - now)}, for ${lengthText(span.endsAt - span.startsAt)}`;
};

/** Counts down to the end of a period, or to its beginning. */
export const Countdown = ({ span }: { span: Span }) => {
  const now = useNow(useProject().id);
  const [at, word] = stateOf(span, now) === 'planned' ? [span.startsAt, 'from'] : [span.endsAt, 'until'];
  return (
    <Text span size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {stateOf(span, now) === 'ended' ? (
        <>
          ended <Time value={new Date(span.endsAt).toISOString()} />
        </>
      ) : (
        <>
          {remainingText(span, now)}, {word} <Time value={new Date(at).toISOString()} />
        </>
      )}
    </Text>
  );
};
