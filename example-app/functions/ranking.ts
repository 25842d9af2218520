// Every morning: the most populous cities. What a schedule gives as `input` is what the function gets, and its type is held
// against it.
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
