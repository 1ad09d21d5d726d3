import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { rowsPerPage } from './list-pages.tsx';

/** The search and the page of a list of which the server sends one page at a time. */
export const useSearchPage = () => {
  const [search, setText] = useState('');
  const [page, setPage] = useState(1);
  const [text] = useDebouncedValue(search.trim(), 150);
  return {
    search,
    setSearch: (value: string) => {
      setText(value);
      setPage(1);
    },
    /** What to search for, once somebody stops typing. */
    text,
    page,
    setPage,
    offset: (page - 1) * rowsPerPage,
  };
};
