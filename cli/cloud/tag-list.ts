// Tags as most services write them: a list of keys and values.
import type { Tags } from './cloud.js';

type ListedTag = { Key: string | undefined; Value: string | undefined };

export function tagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

export function tagsOf(list: readonly ListedTag[] = []): Tags {
  return Object.fromEntries(list.map(({ Key = '', Value = '' }) => [Key, Value]));
}
