// Returns the most populous cities every morning. The schedule passes `input` to the function, and the compiler checks it
// against the type of the parameter.
import { app } from '../service.js';
import { findCities } from '../frameworklib/catalogue.js';

type Request = { readonly top: number };

export const ranking = app.schedule('cron(0 6 * * ? *)', {
  timezone: 'Europe/Vienna',
  description: 'The most populous cities of the guide',
  input: { top: 3 },
})(async ({ top }: Request) => {
  const cities = [...(await findCities())].sort((a, b) => b.population - a.population);
  const first = cities
    .slice(0, top)
    .map(({ name, population }, index) => ({ rank: index + 1, name, population }));
  app.log.info('ranking', { first });
  return first;
});
