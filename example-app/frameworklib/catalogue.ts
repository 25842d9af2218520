// The cities of the guide: in its table, or in memory if there is no cloud.
import type { City } from './city.js';
import type { CityStore } from './city-store.js';
import { memoryStore } from './memory-store.js';
import { tableStore } from './table-store.js';
import { hasCloud } from '../resources.js';

const store: CityStore = hasCloud ? tableStore() : memoryStore();

/** Returns all cities sorted by name, or only those with a tag. */
export function findCities(tag?: string): Promise<readonly City[]> {
  return store.find(tag);
}

export function findCity(id: string): Promise<City | undefined> {
  return store.get(id);
}

/** Stores a new city; returns false if its id is taken. */
export function addCity(city: City): Promise<boolean> {
  return store.add(city);
}

/** Stores a city under its id, replacing any city with the same id. */
export function saveCity(city: City): Promise<void> {
  return store.put(city);
}

/** Deletes a city; returns false if it does not exist. */
export function removeCity(id: string): Promise<boolean> {
  return store.remove(id);
}
