import { Button } from '@mantine/core';
import { useState } from 'react';

/** The first control of every page, which is seen while it has the focus: leads past the header and the navigation. */
export const SkipLink = ({ onSkip }: { onSkip: () => void }) => {
  const [isFocused, setFocused] = useState(false);
  return (
    <Button
      pos="fixed"
      top={isFocused ? 8 : -60}
      left={8}
      style={{ zIndex: 300 }}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={onSkip}
    >
      Skip to the content
    </Button>
  );
};
