import { Text } from '@mantine/core';
import { Fragment } from 'react';

const dots = { display: 'block', letterSpacing: 2, lineHeight: '1', color: 'var(--mantine-color-dimmed)' };

/** A hidden value: the same for every value, so that nothing of it can be seen. */
export const MaskedValue = ({ label = 'Hidden value' }: { label?: string }) => (
  <span role="img" aria-label={label} style={dots}>
    ••••••••••
  </span>
);

/** A value without a character, whether it is hidden or shown. */
export const EmptyValue = () => <span style={{ color: 'var(--mantine-color-dimmed)' }}>(empty)</span>;

/** The value of a secret as it is written, with its references marked. */
export const ValueText = ({ value }: { value: string }) => (
  <Text
    span
    display="block"
    size="sm"
    ff="monospace"
    mah={144}
    style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflowY: 'auto' }}
  >
    {value === '' ? (
      <EmptyValue />
    ) : (
      value.split(/(\$\{[^}]+\})/).map((part, index) => (
        // Every second part is a reference.
        <Fragment key={index}>
          {index % 2 === 1 ? (
            <Text span inherit c="light-dark(var(--mantine-color-pine-8), var(--mantine-color-pine-3))">
              {part}
            </Text>
          ) : (
            part
          )}
        </Fragment>
      ))
    )}
  </Text>
);
