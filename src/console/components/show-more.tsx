import { Button, Group } from '@mantine/core';

interface Props {
  /** Loads more; undefined if all are shown. */
  readonly onMore: (() => unknown) | undefined;
  readonly isLoading: boolean;
  /** How many there are, if that is known. */
  readonly total?: number | undefined;
}

/** The end of a list of which more can be loaded. */
export const ShowMore = ({ onMore, isLoading, total }: Props) =>
  onMore && (
    <Group justify="center">
      <Button variant="default" size="xs" loading={isLoading} onClick={() => void onMore()}>
        Show more{total !== undefined && ` of ${total}`}
      </Button>
    </Group>
  );
