// What a place for cities can do: `memory-store.ts` and `table-store.ts` are two.
import type { City } from './city.js';

export type CityStore = {
  /** All by name, or those that carry a tag. */
  find(tag: string | undefined): Promise<readonly City[]>;
  get(id: string): Promise<City | undefined>;
  /** Stores a city under its id, new or not. */
  put(city: City): Promise<void>;
  /** False when the id is taken. */
  add(city: City): Promise<boolean>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
};
