// A store for cities. `memory-store.ts` and `table-store.ts` implement it.
import type { City } from './city.js';

export type CityStore = {
  /** Returns all cities sorted by name, or only those with a tag. */
  find(tag: string | undefined): Promise<readonly City[]>;
  get(id: string): Promise<City | undefined>;
  /** Stores a city under its id, replacing any city with the same id. */
  put(city: City): Promise<void>;
  /** Returns false if the id is taken. */
  add(city: City): Promise<boolean>;
  /** Returns false if the city does not exist. */
  remove(id: string): Promise<boolean>;
};
