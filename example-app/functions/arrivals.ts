// Cities that partners send through a queue, many at a time. A message that is no city, and one that cannot be stored now,
// is tried again alone; the others are done.
import type { SqsMessage } from 'framework';
import { arrivals } from '../resources.js';
import { app } from '../service.js';
import { addCity } from '../frameworklib/catalogue.js';
import { cityOf, type NewCity } from '../frameworklib/city.js';

export const arrival = app.onSqsMessage({ queue: arrivals })(async (
  message: SqsMessage<NewCity>,
) => {
  const city = cityOf(message.body);
  // A queue may send a message twice, so a city that is there already is no mistake.
  const isNew = await addCity(city);
  app.log.info(isNew ? `arrived: ${city.id}` : `known already: ${city.id}`);
});
