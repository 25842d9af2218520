// Describes a walk through a city, word by word: `curl -N localhost:8000/cities/oslo/walk`.
import { setTimeout } from 'node:timers/promises';
import { NotFoundError } from 'framework';
import { app } from '../service.js';
import { findCity } from '../frameworklib/catalogue.js';
import type { City } from '../frameworklib/city.js';

/** The pause between two words, in milliseconds. */
const PAUSE = 60;

const SCENES: Readonly<Record<string, string>> = {
  coast: 'Gulls cross the harbour, and a ferry leaves for the islands.',
  coffee: 'A café opens its shutters, and the first cups steam in the window.',
  museums: 'In a quiet hall, a guard winds the oldest clock of the house.',
  food: 'On a corner stove, something with lemon and garlic begins to sing.',
};

export class Walks {
  /** Describes a walk through the city, word by word. */
  @app.route('/cities/{id}/walk')
  async *walk(id: string): AsyncGenerator<string> {
    const city = await findCity(id);
    if (!city) throw new NotFoundError(`no city ${id} in the guide`);
    const { signal } = app.currentRequest;
    for (const word of storyOf(city).split(' ')) {
      yield `${word} `;
      await setTimeout(PAUSE, undefined, { signal });
    }
    yield '\n';
  }
}

function storyOf({ name, population, tags }: City): string {
  const scenes = tags.map((tag) => SCENES[tag] ?? `People talk of ${tag}.`);
  const walkers = Math.max(1, Math.round(population / 100_000));
  return [
    `It is early in ${name}.`,
    ...scenes,
    `${String(walkers)} people walk with you, and then the lamps go on.`,
  ].join(' ');
}
