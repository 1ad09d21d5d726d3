import { Anchor, Box, Flex, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { memberHref } from '../access/addresses.ts';
import { ShowMore } from '../components/show-more.tsx';
import { useProject } from '../layout/project.tsx';
import { grantName } from '../members/role-names.ts';
import { Countdown, StateBadge } from './countdown.tsx';
import { GrantActions } from './grant-actions.tsx';
import { useNow } from './now.ts';
import { stateOf } from './period.ts';
import { scaleFor, scales, TimelineAxis, TimelineBar, type Scale } from './timeline.tsx';
import { spanOfGrant, type TemporaryGrant } from './use-temporary-access.ts';
import { RowList } from '../components/row-list.tsx';

/** So that all lines begin and end at the same place. */
const actionsWidth = 220;

interface RowProps {
  readonly grant: TemporaryGrant;
  readonly scale: Scale;
  /** Whether all are of the same member. */
  readonly isOfOne: boolean;
}

const GrantRow = ({ grant, scale, isOfOne }: RowProps) => {
  const project = useProject();
  const span = spanOfGrant(grant);
  const { type, holder } = grant;
  return (
    <Group align="flex-start" gap="sm" px="md" py="xs" wrap="wrap">
      <Stack gap={2} flex="2 1 260px" miw={0}>
        <Group gap={6}>
          {!isOfOne && (
            <Anchor
              component={Link}
              href={memberHref(project.slug, holder)}
              size="sm"
              fw={600}
              c="inherit"
              style={{ overflowWrap: 'anywhere' }}
            >
              {holder.name}
            </Anchor>
          )}
          <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
            {type === 'role' ? 'Role' : 'Privilege'} {grantName(grant)}
          </Text>
          <StateBadge state={stateOf(span, useNow(project.id))} />
        </Group>
        <Countdown span={span} />
      </Stack>
      <Box flex="2 1 200px" pt={6}>
        <TimelineBar span={span} scale={scale} />
      </Box>
      <Flex
        w={isOfOne ? undefined : { base: '100%', md: actionsWidth }}
        justify={{ base: 'flex-start', md: 'flex-end' }}
      >
        <GrantActions grant={grant} />
      </Flex>
    </Group>
  );
};

interface Props {
  readonly label: string;
  readonly grants: readonly TemporaryGrant[];
  readonly isOfOne?: boolean;
  readonly more?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
}

/** Temporary roles and privileges, each with its countdown, its line on a timeline, and what can be done. */
export const GrantList = ({ label, grants, isOfOne = false, more, isLoadingMore = false }: Props) => {
  const { id } = useProject();
  const [chosen, setChosen] = useState<Scale>();
  const now = useNow(id);
  const scale = chosen ?? scaleFor(grants.map(spanOfGrant), now);
  return (
    <Stack gap="xs">
      <Group gap="sm" px="md">
        <Box flex="2 1 260px">
          <SegmentedControl
            transitionDuration={0}
            size="xs"
            aria-label="What the timeline shows"
            data={scales.map(({ value, label: text }) => ({ value, label: text }))}
            value={scale.value}
            onChange={(value) => setChosen(scales.find((each) => each.value === value))}
          />
        </Box>
        <Box flex="2 1 200px">
          <TimelineAxis scale={scale} />
        </Box>
        {!isOfOne && <Box w={actionsWidth} visibleFrom="md" />}
      </Group>
      <RowList label={label} rows={grants} keyOf={({ id }) => id}>
        {(grant) => <GrantRow grant={grant} scale={scale} isOfOne={isOfOne} />}
      </RowList>
      <ShowMore onMore={more} isLoading={isLoadingMore} />
    </Stack>
  );
};
