import { InvalidArgumentError, Option, type Command } from 'commander';
import { StartError } from '../platform/errors.ts';

/** A mistake in the command line or in the variables that belong to it; the program exits with 2. */
export class UsageError extends StartError {}

/** Makes the program exit with 2 if the options of this command, or of the commands below it, are wrong. */
export const exitsOnMisuse = (command: Command): Command => {
  for (const below of command.commands) exitsOnMisuse(below);
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
};

/** Reads the URL of a server; its scheme is required, and credentials in it are refused. */
export const readServerUrl = (text: string, name: string): string => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UsageError(`${name} must be a URL with http:// or https://, such as http://localhost:8080.`);
  const { username, password, origin, pathname } = new URL(text);
  if (username !== '' || password !== '') throw new UsageError(`${name} must not contain a user name or a password.`);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
};

export const isToken = (text: string): boolean => /^[\x21-\x7e]{1,16384}$/.test(text);

/** Refuses what cannot be a token; `name` begins the sentence. */
export const checkToken = (token: string, name: string): string => {
  if (!isToken(token)) throw new UsageError(`${name} contains characters that are not valid in a token.`);
  return token;
};

/** Reads a token from a variable of the environment; on the command line, other users of the machine could see it. */
export const readToken = (variable: string, whatFor: string): string => {
  const token = process.env[variable]?.trim();
  if (!token) throw new UsageError(`Provide a token ${whatFor} in the environment variable ${variable}.`);
  return checkToken(token, variable);
};

/** The option `--limit`, a number from 1 on. */
export const limitOption = (description: string, fallback: number, max: number): Option =>
  new Option('--limit <number>', description).default(fallback).argParser((text) => {
    if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > max)
      throw new InvalidArgumentError(`Use a number from 1 to ${max}.`);
    return Number(text);
  });
