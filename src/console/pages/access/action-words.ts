import { ruleSubjects } from '../../../../generated/rules.ts';

/** What an action does, in words: "read the values of secrets". */
export const actionWords = (subject: string, action: string): string => {
  const { noun = subject, actions = {} } = ruleSubjects.project[subject] ?? {};
  return (actions[action] ?? `${action} *`).replace('*', noun);
};
