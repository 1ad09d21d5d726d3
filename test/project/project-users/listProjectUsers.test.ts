import { testListing } from './reading.ts';

testListing('listProjectUsers');
