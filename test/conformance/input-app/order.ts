// Types that only other types refer to.
import type { Int, List, Num, Text } from 'framework';

export interface Line {
  sku: Text<{ minLength: 1 }>;
  count: Int<{ minimum: 1 }>;
}

export type Payment =
  { kind: 'card'; number: Text<{ pattern: '^[0-9]{4}$' }> } | { kind: 'invoice'; days: Int };

export interface Order {
  name: Text<{ minLength: 1; maxLength: 5 }>;
  lines: List<Line, { maxItems: 3 }>;
  payment?: Payment;
  discount?: Num<{ multipleOf: 0.01 }> | null;
  day?: Text<{ format: 'date' }>;
  'a/b~c'?: boolean;
}

/** A tree. */
export interface Folder {
  name: string;
  folders?: Folder[];
}
