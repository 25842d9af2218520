// What `npm run bench` measures, in the order it prints.
import { cold, cold1000 } from './cold.mjs';
import { heap } from './heap.mjs';
import { help } from './help.mjs';
import { warm, warm1000 } from './warm.mjs';

export const ROWS = [cold, cold1000, warm, warm1000, heap, help];
