// Starts the page.
import { render } from 'preact';
import { createActions } from './actions.js';
import { connect } from './connection.js';
import { createStore, FIRST_STATE, type PageState } from './page-state.js';
import { Page } from './page.js';

const root = document.getElementById('page');
if (!root) throw new Error('the page has no root');

let isDrawn = true;
let kept = {
  drafts: readKept('drafts'),
  authorization: { ...FIRST_STATE.authorization, ...readKept('authorization') },
};

/** Renders once after all changes that are made in the same task. */
const draw = (): void => {
  if (!isDrawn) return;
  isDrawn = false;
  queueMicrotask(() => {
    isDrawn = true;
    const state = store.state();
    render(<Page state={state} actions={actions} />, root);
    keep(state, 'drafts');
    keep(state, 'authorization');
  });
};

/** Stores a member of the state in the browser tab, so that it is kept when the page is reloaded. */
function keep(state: PageState, key: keyof typeof kept): void {
  if (state[key] === kept[key]) return;
  kept = { ...kept, [key]: state[key] };
  try {
    sessionStorage.setItem(key, JSON.stringify(state[key]));
  } catch {
    // The browser has no storage, or the storage is full. The page works without it.
  }
}

function readKept<Key extends 'drafts' | 'authorization'>(key: Key): PageState[Key] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as PageState[Key]; // because `keep` wrote it
  } catch {
    return FIRST_STATE[key];
  }
}

const selectedInAddress = (): string | undefined => {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    return undefined; // The user entered an invalid URL.
  }
};

const store = createStore({ ...FIRST_STATE, ...kept, selected: selectedInAddress() }, draw);
const actions = createActions(store);
addEventListener('hashchange', () => {
  store.set({ selected: selectedInAddress(), command: undefined });
  actions.focusRoute();
});
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input,textarea,select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.getElementById('search')?.focus();
});
draw();
connect(store);
