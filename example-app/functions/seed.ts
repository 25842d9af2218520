// Fills the table of a new stage with the cities from the data file: `framework invoke seed`.
import { addCity } from '../frameworklib/catalogue.js';
import cities from '../frameworklib/cities.json' with { type: 'json' };
import { app } from '../service.js';

export const seed = app.lambdaFunction()(async () => {
  const added = await Promise.all(cities.map(addCity));
  return { added: added.filter(Boolean).length };
});
