// Starts the page.
import { render } from 'preact';
import { createActions } from './actions.js';
import { keepAuthorization, keptAuthorization } from './authorization.js';
import { connect } from './connection.js';
import { keepDrafts, keptDrafts } from './draft.js';
import { createStore, FIRST_STATE, type PageState } from './page-state.js';
import { Page } from './page.js';

const root = document.getElementById('page');
if (!root) throw new Error('the page has no root');

let isDrawn = true;
let drafts: PageState['drafts'] = {};
let authorization = FIRST_STATE.authorization;

/** Renders once after all changes that are made in the same task. */
const draw = (): void => {
  if (!isDrawn) return;
  isDrawn = false;
  queueMicrotask(() => {
    isDrawn = true;
    const state = store.state();
    render(<Page state={state} actions={actions} />, root);
    if (state.drafts !== drafts) keepDrafts(state.drafts);
    drafts = state.drafts;
    if (state.authorization !== authorization) keepAuthorization(state.authorization);
    authorization = state.authorization;
  });
};

const selectedInAddress = (): string | undefined => {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    return undefined; // The user entered an invalid URL.
  }
};

const store = createStore(
  {
    ...FIRST_STATE,
    drafts: keptDrafts(),
    authorization: keptAuthorization(),
    selected: selectedInAddress(),
  },
  draw,
);
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
