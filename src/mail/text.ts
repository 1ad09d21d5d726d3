/** A paragraph of a mail: a text, a link, or a list. */
export type Paragraph = string | { readonly link: string } | { readonly items: readonly string[] };

/** What a mail says, without its layout. */
export interface MailText {
  /** Contains no names that users choose, so that a mail cannot be mistaken for another one. */
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

/** Removes what could break lines or change their direction, such as a name with control characters. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => oneLine(text).replace(/[&<>"']/g, (character) => entities[character]!);

const plainParagraph = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return oneLine(paragraph);
  return 'link' in paragraph ? paragraph.link : paragraph.items.map((item) => `- ${oneLine(item)}`).join('\n');
};

const htmlParagraph = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`;
  if ('link' in paragraph) return `<p><a href="${escapeHtml(paragraph.link)}">${escapeHtml(paragraph.link)}</a></p>`;
  return `<ul>${paragraph.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
};

/** Lays the mail out, in plain text and in HTML. */
export const renderMail = ({ subject, paragraphs }: MailText): { subject: string; text: string; html: string } => ({
  subject,
  text: `${paragraphs.map(plainParagraph).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><body>${paragraphs.map(htmlParagraph).join('')}</body></html>`,
});
