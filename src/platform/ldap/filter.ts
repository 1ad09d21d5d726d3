import { AndFilter, Filter, FilterParser, NotFilter, OrFilter } from 'ldapts';

const placeholder = '{{username}}';

/** The filters that compare an attribute, without those that combine others. */
const comparisonsIn = (filter: Filter): readonly Filter[] => {
  if (filter instanceof AndFilter || filter instanceof OrFilter) return filter.filters.flatMap(comparisonsIn);
  return filter instanceof NotFilter ? comparisonsIn(filter.filter) : [filter];
};

/** The names of the attribute and of the rule of a comparison. */
const namesIn = (comparison: Filter): unknown[] => {
  const { attribute, matchType, rule } = comparison as unknown as Record<string, unknown>;
  return [attribute, matchType, rule];
};

const isAboutNames = (comparison: Filter): boolean =>
  namesIn(comparison).some((name) => typeof name === 'string' && name.includes(placeholder));

/** Why the text cannot be used to find users (RFC 4515), as the end of a sentence; undefined if it can. */
export const userFilterProblem = (text: string): string | undefined => {
  if (!text.includes(placeholder)) return `must contain ${placeholder}`;
  const notFilter = `must be a filter, such as (uid=${placeholder})`;
  // The parser accepts a missing parenthesis at the end.
  if (text.split('(').length !== text.split(')').length) return notFilter;
  try {
    const comparisons = comparisonsIn(FilterParser.parseString(text));
    return comparisons.some(isAboutNames) ? `may contain ${placeholder} in place of a value only` : undefined;
  } catch {
    return notFilter;
  }
};

/** The filter for this user; the name stands for itself, whatever it contains. */
export const userFilter = (text: string, username: string): Filter => {
  const escaped = Filter.escape(username);
  return FilterParser.parseString(text.replaceAll(placeholder, () => escaped));
};
