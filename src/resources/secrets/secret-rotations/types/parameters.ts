import type { PasswordRequirements } from '../../../../platform/crypto/generated-passwords.ts';
import { refuseIssues, type ValidationIssue } from '../../../../platform/errors.ts';
import { isTemplateOf } from '../../../../platform/targets/template.ts';
import type { SecretsMapping } from '../store.ts';
import type { MappingInput, ParametersInput } from './type.ts';

export const issue = (path: string[], message: string, code: ValidationIssue['code'] = 'invalid'): ValidationIssue => ({
  code,
  in: 'body',
  path,
  message,
});

/** A field that this kind needs; 422 without it. */
export const required = (value: string | undefined, ...path: string[]): string => {
  const text = value?.trim() ?? '';
  if (text === '') refuseIssues([issue(path, 'is required for this kind', 'required')]);
  return text;
};

const requirementIssues = ({ length, required: counts }: PasswordRequirements): ValidationIssue[] => {
  const path = ['parameters', 'passwordRequirements', 'required'];
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  if (sum === 0) return [issue(path, 'must require a character of at least one class')];
  return sum > length ? [issue(path, 'must not require more characters than the length')] : [];
};

const statementIssues = (statement: string): ValidationIssue[] => {
  const path = ['parameters', 'rotationStatement'];
  const missing = ['{{username}}', '{{password}}'].filter((text) => !statement.includes(text));
  if (missing.length > 0) return [issue(path, `must contain ${missing.join(' and ')}`)];
  return isTemplateOf(statement, ['username', 'password', 'database'])
    ? []
    : [issue(path, 'may contain {{username}}, {{password}} and {{database}}, and no other placeholders')];
};

/** The statement that sets passwords, if it is not the usual one. */
export const readStatement = ({ rotationStatement }: ParametersInput): { readonly rotationStatement?: string } => {
  const statement = rotationStatement?.trim() ?? '';
  if (statement === '') return {};
  refuseIssues(statementIssues(statement));
  return { rotationStatement: statement };
};

/** What passwords have to contain, if it is not the usual. */
export const readRequirements = ({
  passwordRequirements,
}: ParametersInput): { readonly passwordRequirements?: PasswordRequirements } => {
  if (!passwordRequirements) return {};
  const { length, required: counts, allowedSymbols } = passwordRequirements;
  const requirements = { length, required: counts, ...(allowedSymbols && { allowedSymbols }) };
  refuseIssues(requirementIssues(requirements));
  return { passwordRequirements: requirements };
};

/** The names of the two secrets, of which the first is for the name of the user. */
export const readNames = (mapping: MappingInput, first: 'dn' | 'username'): SecretsMapping => {
  const names = { username: required(mapping[first], 'secretsMapping', first), password: mapping.password.trim() };
  if (names.username === names.password)
    refuseIssues([issue(['secretsMapping', 'password'], 'must not be the name of the other secret')]);
  return names;
};
