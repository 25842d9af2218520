// Blueprints (docs/decisions/blueprints.md).
import { type ConformanceCase, type ConformanceSection, given } from '../case.js';

const app = 'parted-app';
const ANN = { 'X-User': 'ann' };

const cases: readonly Omit<ConformanceCase, 'app'>[] = [
  given('a view of the application beside blueprints has none of their middleware', '/', {
    headers: { 'X-Trace': 'whole', 'Access-Control-Allow-Origin': null },
    json: { hello: 'world' },
  }),
  given(
    'the path / of a blueprint is its prefix',
    { path: '/admin', headers: ANN },
    {
      headers: { 'X-Trace': 'admin whole', 'Access-Control-Allow-Origin': '*' },
      json: { path: '/admin', user: 'ann' },
    },
  ),
  given(
    'the middleware of a route runs inside of that of its blueprint',
    { path: '/admin/users/1%202', headers: ANN },
    { headers: { 'X-Trace': 'own admin whole' }, json: { id: '1 2', user: 'ann' } },
  ),
  given('an early answer of a blueprint has its headers of CORS', '/admin/users/1', {
    status: 401,
    headers: { 'X-Trace': 'admin whole', 'Access-Control-Allow-Origin': '*' },
    json: { login: 'please' },
  }),
  given(
    'a preflight request is answered for the routes of a blueprint',
    { method: 'OPTIONS', path: '/admin/users/1' },
    { headers: { 'Access-Control-Allow-Methods': 'GET,PUT,OPTIONS' } },
  ),
  given(
    'a route of a blueprint takes its media types',
    {
      method: 'PUT',
      path: '/admin/users/1',
      headers: { ...ANN, 'Content-Type': 'text/plain' },
      body: 'x',
    },
    { json: { id: '1', user: 'ann' } },
  ),
  given(
    'the own option of a route wins over that of its blueprint, false too',
    {
      method: 'PUT',
      path: '/admin/closed',
      headers: { ...ANN, 'Content-Type': 'application/json' },
      body: '1',
    },
    { headers: { 'Access-Control-Allow-Origin': null }, json: { closed: true } },
  ),
  given(
    'the own media types of a route win over those of its blueprint',
    {
      method: 'PUT',
      path: '/admin/closed',
      headers: { ...ANN, 'Content-Type': 'text/plain' },
      body: 'x',
    },
    { status: 415, headers: { 'Access-Control-Allow-Origin': null } },
  ),
  given(
    'a function that is given to a route of a blueprint is a view of it',
    { path: '/admin/called', headers: ANN },
    { headers: { 'X-Trace': 'own admin whole' }, json: { called: true } },
  ),
  given(
    'what a blueprint declares behind its registration is registered too',
    { path: '/admin/late', headers: ANN },
    { headers: { 'X-Trace': 'admin whole' }, json: { late: true } },
  ),
  given(
    'a blueprint within another one has both prefixes, defaults and middleware',
    { path: '/admin/reports/2026', headers: ANN },
    {
      headers: { 'X-Trace': 'reports admin whole', 'Access-Control-Allow-Origin': '*' },
      json: { year: '2026', user: 'ann' },
    },
  ),
  given(
    'captures of a prefix reach the view by name',
    { path: '/admin/reports/2026/05', headers: ANN },
    { json: { year: '2026', month: '05' } },
  ),
  given(
    'captures of a prefix stand before those of the path',
    { path: '/admin/reports/2026/05/total', headers: ANN },
    { json: { year: '2026', month: '05' } },
  ),
  given('a blueprint may be in several places', '/shops/tea/items', {
    headers: { 'X-Trace': 'whole' },
    json: { shop: 'tea', at: '/shops/{shop}/items' },
  }),
  given(
    'a blueprint in its second place serves every method',
    { method: 'POST', path: '/old/shops/tea/items' },
    { json: { shop: 'tea', at: '/old/shops/{shop}/items' } },
  ),
  given(
    'a route has the authorizer and the key of its blueprint, and a refusal has its headers of CORS',
    '/account',
    { status: 403, headers: { 'Access-Control-Allow-Origin': '*' } },
  ),
  given('a route takes back the authorizer and the key of its blueprint', '/account/login', {
    headers: { 'X-Trace': 'whole', 'Access-Control-Allow-Origin': '*' },
    json: { login: 'open' },
  }),
  given('a blueprint takes back the authorizer and the key of the one around it', '/account/help', {
    json: { topics: [] },
  }),
  given('a route has an authorizer where its blueprint took one back', '/account/help/mine', {
    status: 403,
  }),
];

export const BLUEPRINTS: ConformanceSection = {
  section: 'blueprints',
  cases: cases.map((one) => ({ ...one, app })),
};
