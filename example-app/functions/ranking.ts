// A function of its own, for a schedule to call: the most populous cities.
import { app } from '../service.js';
import { findCities } from '../frameworklib/catalogue.js';

type RankingEvent = { readonly top?: number };

export const ranking = app.lambdaFunction()(async (event: RankingEvent) =>
  [...(await findCities())]
    .sort((a, b) => b.population - a.population)
    .slice(0, event.top ?? 3)
    .map(({ name, population }, index) => ({ rank: index + 1, name, population })),
);
