// Stores the cities from the data file in memory.
import { byName, type City } from './city.js';
import type { CityStore } from './city-store.js';
import cities from './cities.json' with { type: 'json' };

export function memoryStore(): CityStore {
  const byId = new Map<string, City>(cities.map((city) => [city.id, city]));
  return {
    async find(tag) {
      return [...byId.values()]
        .filter((city) => tag === undefined || city.tags.includes(tag))
        .sort(byName);
    },
    async get(id) {
      return byId.get(id);
    },
    async put(city) {
      byId.set(city.id, city);
    },
    async add(city) {
      if (byId.has(city.id)) return false;
      byId.set(city.id, city);
      return true;
    },
    async remove(id) {
      return byId.delete(id);
    },
  };
}
