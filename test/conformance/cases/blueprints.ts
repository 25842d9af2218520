// Blueprints (docs/decisions/blueprints.md).
import type { ConformanceCase, ConformanceSection } from '../case.js';

const app = 'parted-app';
const ANN = { 'X-User': 'ann' };

const cases: readonly Omit<ConformanceCase, 'app'>[] = [
  {
    title: 'a view of the application beside blueprints has none of their middleware',
    request: { path: '/' },
    answer: {
      headers: { 'X-Trace': 'whole', 'Access-Control-Allow-Origin': null },
      json: { hello: 'world' },
    },
  },
  {
    title: 'the path / of a blueprint is its prefix',
    request: { path: '/admin', headers: ANN },
    answer: {
      headers: { 'X-Trace': 'admin whole', 'Access-Control-Allow-Origin': '*' },
      json: { path: '/admin', user: 'ann' },
    },
  },
  {
    title: 'the middleware of a route runs inside of that of its blueprint',
    request: { path: '/admin/users/1%202', headers: ANN },
    answer: { headers: { 'X-Trace': 'own admin whole' }, json: { id: '1 2', user: 'ann' } },
  },
  {
    title: 'an early answer of a blueprint has its headers of CORS',
    request: { path: '/admin/users/1' },
    answer: {
      status: 401,
      headers: { 'X-Trace': 'admin whole', 'Access-Control-Allow-Origin': '*' },
      json: { login: 'please' },
    },
  },
  {
    title: 'a preflight request is answered for the routes of a blueprint',
    request: { method: 'OPTIONS', path: '/admin/users/1' },
    answer: { headers: { 'Access-Control-Allow-Methods': 'GET,PUT,OPTIONS' } },
  },
  {
    title: 'a route of a blueprint takes its media types',
    request: {
      method: 'PUT',
      path: '/admin/users/1',
      headers: { ...ANN, 'Content-Type': 'text/plain' },
      body: 'x',
    },
    answer: { json: { id: '1', user: 'ann' } },
  },
  {
    title: 'the own option of a route wins over that of its blueprint, false too',
    request: {
      method: 'PUT',
      path: '/admin/closed',
      headers: { ...ANN, 'Content-Type': 'application/json' },
      body: '1',
    },
    answer: { headers: { 'Access-Control-Allow-Origin': null }, json: { closed: true } },
  },
  {
    title: 'the own media types of a route win over those of its blueprint',
    request: {
      method: 'PUT',
      path: '/admin/closed',
      headers: { ...ANN, 'Content-Type': 'text/plain' },
      body: 'x',
    },
    answer: { status: 415, headers: { 'Access-Control-Allow-Origin': null } },
  },
  {
    title: 'a function that is given to a route of a blueprint is a view of it',
    request: { path: '/admin/called', headers: ANN },
    answer: { headers: { 'X-Trace': 'own admin whole' }, json: { called: true } },
  },
  {
    title: 'what a blueprint declares behind its registration is registered too',
    request: { path: '/admin/late', headers: ANN },
    answer: { headers: { 'X-Trace': 'admin whole' }, json: { late: true } },
  },
  {
    title: 'a blueprint within another one has both prefixes, defaults and middleware',
    request: { path: '/admin/reports/2026', headers: ANN },
    answer: {
      headers: { 'X-Trace': 'reports admin whole', 'Access-Control-Allow-Origin': '*' },
      json: { year: '2026', user: 'ann' },
    },
  },
  {
    title: 'captures of a prefix reach the view by name',
    request: { path: '/admin/reports/2026/05', headers: ANN },
    answer: { json: { year: '2026', month: '05' } },
  },
  {
    title: 'captures of a prefix stand before those of the path',
    request: { path: '/admin/reports/2026/05/total', headers: ANN },
    answer: { json: { year: '2026', month: '05' } },
  },
  {
    title: 'a blueprint may be in several places',
    request: { path: '/shops/tea/items' },
    answer: { headers: { 'X-Trace': 'whole' }, json: { shop: 'tea', at: '/shops/{shop}/items' } },
  },
  {
    title: 'a blueprint in its second place serves every method',
    request: { method: 'POST', path: '/old/shops/tea/items' },
    answer: { json: { shop: 'tea', at: '/old/shops/{shop}/items' } },
  },
  {
    title:
      'a route has the authorizer and the key of its blueprint, and a refusal has its headers of CORS',
    request: { path: '/account' },
    answer: { status: 403, headers: { 'Access-Control-Allow-Origin': '*' } },
  },
  {
    title: 'a route takes back the authorizer and the key of its blueprint',
    request: { path: '/account/login' },
    answer: {
      headers: { 'X-Trace': 'whole', 'Access-Control-Allow-Origin': '*' },
      json: { login: 'open' },
    },
  },
  {
    title: 'a blueprint takes back the authorizer and the key of the one around it',
    request: { path: '/account/help' },
    answer: { json: { topics: [] } },
  },
  {
    title: 'a route has an authorizer where its blueprint took one back',
    request: { path: '/account/help/mine' },
    answer: { status: 403 },
  },
];

export const BLUEPRINTS: ConformanceSection = {
  section: 'blueprints',
  cases: cases.map((one) => ({ ...one, app })),
};
