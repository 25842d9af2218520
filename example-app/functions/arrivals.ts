// Receives cities that partners send through a queue, in batches. A message that is not a valid city, or that cannot be stored
// now, is retried alone; the other messages of the batch are complete.
import type { SqsMessage } from 'framework';
import { arrivals } from '../resources.js';
import { app } from '../service.js';
import { addCity } from '../frameworklib/catalogue.js';
import { cityOf, type NewCity } from '../frameworklib/city.js';

export const arrival = app.onSqsMessage({ queue: arrivals })(async (
  message: SqsMessage<NewCity>,
) => {
  const city = cityOf(message.body);
  // A queue can deliver a message twice, so a city that already exists is not an error.
  const isNew = await addCity(city);
  app.log.info(isNew ? `arrived: ${city.id}` : `known already: ${city.id}`);
});
