// A place that stores cities. `memory-store.ts` and `table-store.ts` implement it.
import type { City } from './city.js';

export type CityStore = {
  /** Returns all cities sorted by name, or only those with a tag. */
  find(tag: string | undefined): Promise<readonly City[]>;
  get(id: string): Promise<City | undefined>;
  /** Stores a city under its id, and replaces the city that had this id. */
  put(city: City): Promise<void>;
  /** Returns false if the id is taken. */
  add(city: City): Promise<boolean>;
  /** Returns false if there was none. */
  remove(id: string): Promise<boolean>;
};
