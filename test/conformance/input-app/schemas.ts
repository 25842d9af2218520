// Schemas of a library: one that changes what it checks, and one that takes its time.
import * as v from 'valibot';

export const City = v.object({
  name: v.pipe(
    v.string(),
    v.transform((name) => name.toUpperCase()),
  ),
  sizes: v.array(v.number('a size')),
});

export const LateCity = v.objectAsync({
  name: v.pipeAsync(
    v.string(),
    v.checkAsync(async (name) => (await Promise.resolve(name)) !== 'no', 'a city'),
  ),
});
