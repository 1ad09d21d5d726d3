import { Group, List, PasswordInput, Text, VisuallyHidden, type PasswordInputProps } from '@mantine/core';
import { IconCheck, IconPointFilled, IconX } from '@tabler/icons-react';

interface Rule {
  readonly text: string;
  /** Whether it is shown before it is violated. */
  readonly isShown: boolean;
  readonly isMet: (password: string) => boolean;
}

const lengthOf = (password: string): number => Array.from(password).length;

const rules: readonly Rule[] = [
  { text: 'At least 14 characters', isShown: true, isMet: (password) => lengthOf(password) >= 14 },
  { text: 'A letter', isShown: true, isMet: (password) => /\p{L}/u.test(password) },
  {
    text: 'A digit, a space or a special character',
    isShown: true,
    isMet: (password) => /[^\p{L}]/u.test(password),
  },
  { text: 'At most 100 characters', isShown: false, isMet: (password) => lengthOf(password) <= 100 },
  {
    text: 'No character more than three times in a row',
    isShown: false,
    isMet: (password) => !/(.)\1{3}/su.test(password),
  },
  { text: 'No tab, line break or backslash', isShown: false, isMet: (password) => !/[\n\r\t\\]/.test(password) },
];

/** What is wrong with a new password; null if nothing is. */
export const newPasswordError = (password: string): string | null => {
  if (password === '') return 'Enter a password.';
  return rules.every(({ isMet }) => isMet(password)) ? null : 'Use a password that follows all of these rules.';
};

const RuleState = ({ rule: { text, isMet }, password }: { rule: Rule; password: string }) => {
  const isEmpty = password === '';
  const isGood = !isEmpty && isMet(password);
  const [StateIcon, state] = isEmpty ? [IconPointFilled, ''] : isGood ? [IconCheck, 'met: '] : [IconX, 'not met: '];
  return (
    <List.Item>
      <Group gap={6} wrap="nowrap">
        <StateIcon size={14} aria-hidden />
        <Text size="xs">
          <VisuallyHidden>{state}</VisuallyHidden>
          {text}
        </Text>
      </Group>
    </List.Item>
  );
};

interface Props extends PasswordInputProps {
  readonly value: string;
}

/** The field of a new password, with the rules that it has to follow. */
export const NewPassword = (props: Props) => (
  <div>
    <PasswordInput autoComplete="new-password" aria-describedby="password-rules" {...props} />
    <List id="password-rules" listStyleType="none" mt={6} c="dimmed" aria-label="Rules for the password">
      {rules
        .filter(({ isShown, isMet }) => isShown || !isMet(props.value))
        .map((rule) => (
          <RuleState key={rule.text} rule={rule} password={props.value} />
        ))}
    </List>
  </div>
);
