// Lists that come in pages.

export type Page<Item> = {
  readonly items: readonly Item[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
};

/** All items of all pages. */
export async function readPages<Item>(
  read: (position: string | undefined) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let position: string | undefined;
  do {
    const page: Page<Item> = await read(position);
    items.push(...page.items);
    // An empty text ends a list as well, and a position that stands still would never end.
    if (page.next === position) break;
    position = page.next || undefined;
  } while (position !== undefined);
  return items;
}
