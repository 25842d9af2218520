// The cities the guide knows. They live in the memory of one function instance: enough for an example, and the one file
// to change for a table in a database.
import type { City } from './city.js';
import cities from './cities.json' with { type: 'json' };

const byId = new Map<string, City>(cities.map((city) => [city.id, city]));

/** All cities by name, or those that carry a tag. */
export function findCities(tag?: string): readonly City[] {
  return [...byId.values()]
    .filter((city) => tag === undefined || city.tags.includes(tag))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export function findCity(id: string): City | undefined {
  return byId.get(id);
}

/** Stores a city under its id, new or not. */
export function saveCity(city: City): void {
  byId.set(city.id, city);
}

/** Forgets a city; false when there was none. */
export function removeCity(id: string): boolean {
  return byId.delete(id);
}
