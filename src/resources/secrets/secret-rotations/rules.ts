import type { Request } from '../../../contract.ts';
import { defaultRequirements, type PasswordRequirements } from '../../../platform/crypto/generated-passwords.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { isTemplateOf } from '../../../platform/targets/template.ts';
import type { RotationParameters, SecretsMapping } from './store.ts';

type Body = Request<'createSecretRotation'>['body'];
type Input = Body['parameters'];

const issue = (path: string[], message: string): ValidationIssue => ({ code: 'invalid', in: 'body', path, message });

const requirementIssues = ({ length, required }: PasswordRequirements): ValidationIssue[] => {
  const path = ['parameters', 'passwordRequirements', 'required'];
  const sum = Object.values(required).reduce((total, count) => total + count, 0);
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

const readRequirements = ({ length, required, allowedSymbols }: NonNullable<Input['passwordRequirements']>) => ({
  length,
  required,
  ...(allowedSymbols && { allowedSymbols }),
});

/** Returns the parameters in their stored form; 422 for what the contract cannot check. */
export const readParameters = ({
  username1,
  username2 = username1,
  rotationStatement,
  passwordRequirements,
}: Input): RotationParameters => {
  const statement = rotationStatement?.trim() ?? '';
  const requirements = passwordRequirements && readRequirements(passwordRequirements);
  refuseIssues([
    ...(statement === '' ? [] : statementIssues(statement)),
    ...(requirements ? requirementIssues(requirements) : []),
  ]);
  return {
    username1,
    username2,
    ...(statement !== '' && { rotationStatement: statement }),
    ...(requirements && { passwordRequirements: requirements }),
  };
};

/** Returns the names of the two secrets; 422 if they are the same. */
export const readMapping = ({ username, password }: Body['secretsMapping']): SecretsMapping => {
  const mapping = { username: username.trim(), password: password.trim() };
  refuseIssues(
    mapping.username === mapping.password
      ? [issue(['secretsMapping', 'password'], 'must not be the name of the other secret')]
      : [],
  );
  return mapping;
};

export const requirementsOf = ({ passwordRequirements = defaultRequirements }: RotationParameters) =>
  passwordRequirements;
