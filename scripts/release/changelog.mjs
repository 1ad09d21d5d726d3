/** The section of a version in a changelog, without its heading; throws if there is none, or nothing in it. */
export const sectionOf = (changelog, version) => {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/\s/, 1)[0] === version);
  const text = found?.slice(found.indexOf('\n') + 1).trim();
  if (!text)
    throw new Error(
      `CHANGELOG.md says nothing under "## ${version}". Write what changed there, or give --draft to take "## Unreleased".`,
    );
  return `${text}\n`;
};
