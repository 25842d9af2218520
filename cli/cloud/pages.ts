// Reads lists that AWS gives page by page.

export type Page<Item> = {
  readonly items: readonly Item[];
  /** The token of the next page; undefined on the last one. */
  readonly next: string | undefined;
};

export async function readPages<Item>(
  read: (position: string | undefined) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let position: string | undefined;
  do {
    const page: Page<Item> = await read(position);
    items.push(...page.items);
    // An empty token ends the list too. So does a token that repeats, because the loop would never end.
    if (page.next === position) break;
    position = page.next || undefined;
  } while (position !== undefined);
  return items;
}
