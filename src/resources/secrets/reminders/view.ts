import type { ReminderRow } from './store.ts';

export const reminderView = ({ projectId: _projectId, recipients, ...reminder }: ReminderRow) => ({
  ...reminder,
  recipients: [...recipients],
});
