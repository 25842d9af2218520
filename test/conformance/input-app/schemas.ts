// Schemas from a library: one that transforms its input, and one that is asynchronous.
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
