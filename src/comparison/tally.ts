/** How many lines have been found the same, and how many one of the two logs alone has. */
export interface Tally {
  same: number;
  onlyOld: number;
  onlyNew: number;
}
