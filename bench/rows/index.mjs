// The measurements of `npm run bench`, in the order in which they are printed.
import { bundle, size } from './bundle.mjs';
import { cold, cold1000 } from './cold.mjs';
import { deploy } from './deploy.mjs';
import { extraction } from './extraction.mjs';
import { heap } from './heap.mjs';
import { help } from './help.mjs';
import { inputBundle } from './input-bundle.mjs';
import { inputs, validation } from './input.mjs';
import { instructions } from './instructions.mjs';
import { local, reload } from './local.mjs';
import { middleware } from './middleware.mjs';
import { openapi } from './openapi.mjs';
import { policy } from './policy.mjs';
import { realReload } from './real-reload.mjs';
import { stream } from './stream.mjs';
import { types } from './types.mjs';
import { warm, warm1000 } from './warm.mjs';

export const ROWS = [
  extraction,
  policy,
  openapi,
  inputs,
  validation,
  inputBundle,
  deploy,
  bundle,
  size,
  cold,
  instructions,
  cold1000,
  warm,
  warm1000,
  middleware,
  stream,
  heap,
  local,
  reload,
  realReload,
  types,
  help,
];
