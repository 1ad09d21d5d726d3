import { useState } from 'react';
import { EmptyState } from './empty-state.tsx';
import { LinkList, type LinkRow } from './link-list.tsx';
import { ListPages, rowsPerPage } from './list-pages.tsx';
import { SearchField } from './search-field.tsx';

interface Props<Item> {
  /** What they are: "Groups". */
  readonly label: string;
  /** What is searched: "name or slug". */
  readonly by: string;
  readonly items: readonly Item[];
  /** The text of an item that is searched. */
  readonly textOf: (item: Item) => string;
  readonly rowOf: (item: Item) => LinkRow;
  /** The beginning of the sentence that says that nothing was found: "No group". */
  readonly none: string;
}

/** Loaded items with a search field, in pages. */
export const SearchedList = <Item,>({ label, by, items, textOf, rowOf, none }: Props<Item>) => {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const text = search.trim().toLowerCase();
  const found = items.filter((item) => textOf(item).toLowerCase().includes(text));
  const shown = found.slice((page - 1) * rowsPerPage, page * rowsPerPage);
  return (
    <>
      <SearchField
        label={`Search ${label.toLowerCase()}`}
        placeholder={`Search by ${by}`}
        value={search}
        onChange={(value) => {
          setSearch(value);
          setPage(1);
        }}
      />
      {shown.length > 0 ? (
        <LinkList label={label} rows={shown.map(rowOf)} />
      ) : (
        <EmptyState title={`${none} matches “${search}”`} />
      )}
      <ListPages total={found.length} page={page} onChange={setPage} />
    </>
  );
};
