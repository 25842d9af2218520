// The cities the guide knows: in its table, or in memory where there is no cloud.
import type { City } from './city.js';
import type { CityStore } from './city-store.js';
import { memoryStore } from './memory-store.js';
import { tableStore } from './table-store.js';
import { hasCloud } from '../resources.js';

const store: CityStore = hasCloud ? tableStore() : memoryStore();

/** All cities by name, or those that carry a tag. */
export function findCities(tag?: string): Promise<readonly City[]> {
  return store.find(tag);
}

export function findCity(id: string): Promise<City | undefined> {
  return store.get(id);
}

/** Stores a new city; false when its id is taken. */
export function addCity(city: City): Promise<boolean> {
  return store.add(city);
}

/** Stores a city under its id, new or not. */
export function saveCity(city: City): Promise<void> {
  return store.put(city);
}

/** Forgets a city; false when there was none. */
export function removeCity(id: string): Promise<boolean> {
  return store.remove(id);
}
