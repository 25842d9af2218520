// Cities that partners send through a queue, many at a time. A message that is no city, and one that cannot be stored now,
// stays in the queue alone; the others are done.
import type { Int, SqsMessage, Text } from 'framework';
import { app } from '../service.js';
import { addCity } from '../frameworklib/catalogue.js';
import { identifierOf } from '../frameworklib/city.js';

interface Arrival {
  name: Text<{ minLength: 1; maxLength: 80 }>;
  country: Text<{ pattern: '^[A-Z]{2}$' }>;
  population: Int<{ minimum: 0 }>;
  tags?: string[];
}

export const arrival = app.onSqsMessage({ queue: process.env.ARRIVALS_QUEUE })(async ({
  body: { name, country, population, tags = [] },
}: SqsMessage<Arrival>) => {
  const id = identifierOf(name);
  // A queue may send a message twice, so one that is there already is no mistake.
  const isNew = await addCity({ id, name, country, population, tags });
  app.log.info(isNew ? `arrived: ${id}` : `known already: ${id}`);
});
