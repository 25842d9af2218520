// Payload types as found in applications: webhooks from payment services and code hosts, GraphQL, JSON Patch, GeoJSON, and
// objects composed of other objects.
import { hard, type HardType } from './hard-type.fixture.js';

export const WORLD_PAYLOADS: readonly HardType[] = [
  hard(
    'stripe webhook',
    "interface Charge { id: `ch_${string}`; object: 'charge'; amount: number; customer: string | Customer | DeletedCustomer | null; metadata: { [key: string]: string } } interface Customer { id: string; object: 'customer'; deleted?: void; email: string | null } interface DeletedCustomer { id: string; object: 'customer'; deleted: true } type Event_<N extends string, O> = { id: string; type: N; data: { object: O; previous_attributes?: Partial<O> } }; type T = Event_<'charge.succeeded' | 'charge.failed', Charge> | Event_<'customer.created', Customer>",
    [
      {
        id: 'e',
        type: 'charge.failed',
        data: { object: { id: 'ch_1', object: 'charge', amount: 1, customer: null, metadata: {} } },
      },
      {
        id: 'e',
        type: 'customer.created',
        data: { object: { id: 'x', object: 'customer', email: null } },
      },
    ],
    [
      {
        id: 'e',
        type: 'customer.created',
        data: { object: { id: 'x', object: 'customer', deleted: true, email: null } },
      },
      {
        id: 'e',
        type: 'charge.failed',
        data: { object: { id: 'x_1', object: 'charge', amount: 1, customer: null, metadata: {} } },
      },
      {
        id: 'e',
        type: 'charge.failed',
        data: {
          object: {
            id: 'ch_1',
            object: 'charge',
            amount: 1,
            customer: { id: '1', object: 'customer', deleted: true },
            metadata: { a: 1 },
          },
        },
      },
      {
        id: 'e',
        type: 'charge.failed',
        data: {
          object: {
            id: 'ch_1',
            object: 'charge',
            amount: 1,
            customer: { id: '1', object: 'customer', deleted: true },
            metadata: { a: 'b' },
          },
          previous_attributes: { amount: 'x' },
        },
      },
    ],
  ),
  hard(
    'github payload',
    "type Base = { repository: { full_name: `${string}/${string}` }; sender: { login: string; type: 'User' | 'Bot' } }; type T = Base & ({ action: 'opened' | 'closed'; pull_request: { number: number; merged?: boolean | null }; number: number } | { action: 'created'; comment: { body: string } } | { zen: string; hook_id: number; action?: undefined })",
    [
      {
        repository: { full_name: 'a/b' },
        sender: { login: 'x', type: 'Bot' },
        zen: 'x',
        hook_id: 1,
      },
      {
        repository: { full_name: 'a/b' },
        sender: { login: 'x', type: 'Bot' },
        action: 'opened',
        pull_request: { number: 1, merged: null },
        number: 3,
      },
    ],
    [
      {
        repository: { full_name: 'ab' },
        sender: { login: 'x', type: 'Bot' },
        zen: 'x',
        hook_id: 1,
      },
      {
        repository: { full_name: 'a/b' },
        sender: { login: 'x', type: 'Bot' },
        action: 'created',
        pull_request: { number: 1 },
      },
      {
        repository: { full_name: 'a/b' },
        sender: { login: 'x', type: 'Bot' },
        action: 'zzz',
        zen: 'x',
        hook_id: 1,
      },
    ],
  ),
  hard(
    'graphql body',
    'interface GraphQLRequest<V extends Record<string, unknown> = Record<string, unknown>> { query: string; operationName?: string | null; variables?: V | null; extensions?: Record<string, unknown> } type T = GraphQLRequest<{ id: string; first?: number }>',
    [
      { query: 'q' },
      { query: 'q', variables: null },
      { query: 'q', variables: { id: 'x' } },
      { query: 'q', extensions: { a: [] } },
    ],
    [
      { query: 'q', variables: {} },
      { query: 'q', operationName: 1 },
      { query: 'q', extensions: [] },
    ],
  ),
  hard(
    'json patch plain',
    "type Pointer = '' | `/${string}`; type T = readonly ({ op: 'add'; path: Pointer; value: string | number | null } | { op: 'remove'; path: Pointer })[]",
    [[{ op: 'add', path: '', value: null }], [{ op: 'remove', path: '/' }]],
    [[{ op: 'add', path: '' }], [{ op: 'remove', path: 'a' }]],
  ),
  hard(
    'geojson',
    "type Position = [number, number] | [number, number, number]; interface G<N extends string, C> { type: N; coordinates: C; bbox?: [number, number, number, number] | [number, number, number, number, number, number] } type Point = G<'Point', Position>; type Line = G<'LineString', Position[]>; type Poly = G<'Polygon', Position[][]>; type Collection = { type: 'GeometryCollection'; geometries: Geometry[] }; type Geometry = Point | Line | Poly | Collection; type T = { type: 'Feature'; geometry: Geometry | null; properties: { [name: string]: unknown } | null; id?: string | number }",
    [
      { type: 'Feature', geometry: null, properties: null },
      { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} },
      {
        type: 'Feature',
        geometry: {
          type: 'GeometryCollection',
          geometries: [{ type: 'Polygon', coordinates: [[[1, 2]]] }],
        },
        properties: {},
      },
    ],
    [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [1] }, properties: {} },
      { type: 'Feature', geometry: { type: 'LineString', coordinates: [1, 2] }, properties: {} },
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [1, 2], bbox: [1, 2, 3] },
        properties: {},
      },
    ],
  ),
  hard(
    'shared optional discriminated',
    "type T = { kind: 'a'; x?: string; shared?: number } | { kind: 'b'; x?: number; shared?: number } | { kind?: 'c'; y: 1 }",
    [{ kind: 'a' }, { y: 1 }, { kind: 'c', y: 1, x: {} }],
    [{ kind: 'b', x: 'a' }, { kind: 'c' }, { kind: 'a', shared: 'x' }],
  ),
  hard(
    'branded by property',
    "type UserId = string & { readonly __brand: 'UserId' }; type T = { id: UserId }",
    [],
    [{ id: 'x' }],
    'a JSON value cannot carry the brand',
  ),
  hard(
    'branded by unique symbol',
    "declare const brand: unique symbol; type Brand<X, B> = X & { readonly [brand]: B }; type T = { id: Brand<number, 'Id'> }",
    [],
    [{ id: 1 }],
    'the name of a property is computed',
  ),
  hard(
    'recursive json',
    'type Json = string | number | boolean | null | Json[] | { [key: string]: Json }; type T = { data: Json }',
    [{ data: null }, { data: [1, [2, { a: 'x' }]] }, { data: { a: { b: [null] } } }],
    [{}],
  ),
  hard(
    'recursive json interface',
    'type Prim = string | number | boolean | null; interface Obj { [k: string]: Val } interface Arr extends Array<Val> {} type Val = Prim | Obj | Arr; type T = Val',
    [1, [1], { a: [1] }],
    [],
  ),
  hard(
    'an interface of lists with members',
    'interface Arr extends Array<1> { more?: string } type T = Arr',
    [],
    [],
    'an interface that extends a list can have members that no list in JSON has',
  ),
  hard(
    'merge utility',
    "type Merge<A, B> = Omit<A, keyof B> & B; type T = Merge<{ a: 1; b: 2 }, { b: 'x'; c?: 3 }>",
    [{ a: 1, b: 'x' }],
    [{ a: 1, b: 2 }, { b: 'x' }, { a: 1, b: 'x', c: 4 }],
  ),
  hard(
    'prettify',
    'type Prettify<X> = { [K in keyof X]: X[K] } & {}; type T = Prettify<{ a: 1 } & { b?: 2 }>',
    [{ a: 1 }],
    [{ a: 1, b: 3 }, {}],
  ),
  hard(
    'require at least one',
    'type AtLeastOne<X> = { [K in keyof X]-?: Required<Pick<X, K>> & Partial<Pick<X, Exclude<keyof X, K>>> }[keyof X]; type T = AtLeastOne<{ a?: string; b?: number }>',
    [{ a: 'x' }, { b: 1 }],
    [{}, { a: 1 }, { a: 'x', b: 'y' }],
  ),
  hard(
    'exactly one',
    'type One<X> = { [K in keyof X]: { [P in K]: X[P] } & { [P in Exclude<keyof X, K>]?: never } }[keyof X]; type T = One<{ a: string; b: number }>',
    [{ a: 'x' }, { b: 1 }],
    [{ a: 'x', b: 1 }, {}],
  ),
  hard(
    'extends generic alias',
    "type Timestamps = { createdAt: string; updatedAt: string | null }; interface Entity<Id = string> extends Timestamps { id: Id } interface U extends Omit<Entity<number>, 'updatedAt'> { email: string } type T = U",
    [{ id: 1, createdAt: 'x', email: 'e' }],
    [{ id: 'x', createdAt: 'x', email: 'e' }],
  ),
  hard(
    'generic default chain',
    'interface Api<D = unknown, E extends { code: string } = { code: string }> { data?: D; error?: E } type T = Api<{ a: 1 }>',
    [{}, { data: { a: 1 } }, { error: { code: 'x' } }],
    [{ data: {} }, { error: {} }],
  ),
  hard(
    'mutually recursive generics',
    'type Tree<X> = { value: X; children?: Forest<X> }; type Forest<X> = Tree<X>[]; type T = Tree<number>',
    [{ value: 1 }, { value: 1, children: [{ value: 2 }] }],
    [{ value: 1, children: [{ value: 'x' }] }],
  ),
  hard(
    'quoted and unicode keys',
    "type T = { 'content-type': string; 'é': 1; '__proto__'?: 1 }",
    [{ 'content-type': 'x', é: 1 }],
    [{ 'content-type': 'x' }],
  ),
  hard(
    'method and function props',
    'type T = { a: 1; toJSON?(): string }',
    [{ a: 1 }],
    [],
    'JSON has no functions',
  ),
  hard(
    'intersection of tagged',
    "type T = ({ k: 'a' } | { k: 'b' }) & ({ k: 'b'; x: 1 } | { k: 'c' })",
    [{ k: 'b', x: 1 }],
    [{ k: 'a' }, { k: 'b' }, { k: 'c' }],
  ),
  hard(
    'weird optional + index',
    'type T = { a?: 1; [k: string]: 1 | undefined }',
    [{}, { a: 1 }, { b: 1 }],
    [{ b: 2 }, { b: null }],
  ),
  hard(
    'intersect index',
    'type T = { [k: string]: string | number } & { id: number; name: string }',
    [{ id: 1, name: 'x' }],
    [
      { id: 1, name: 'x', z: true },
      { id: 'x', name: 'x' },
    ],
  ),
  hard(
    'index by template',
    'type T = { [k: `data-${string}`]: string; id: number }',
    [{ id: 1 }, { id: 1, 'data-x': 'a' }, { id: 1, other: 1 }],
    [{ id: 1, 'data-x': 1 }],
  ),
  hard(
    'index by template conflicting',
    "type T = { [k: `data-${string}`]: string; 'data-n': 'x' | 'y' }",
    [{ 'data-n': 'x' }],
    [{ 'data-n': 'z' }, { 'data-n': 'x', 'data-m': 1 }],
  ),
  hard(
    'unknown/any/never/object',
    'type T = { a: unknown; b: any; c?: never }',
    [
      { a: 1, b: 2 },
      { a: 1, b: 1 },
    ],
    [{ a: 1 }, { a: null, b: null, c: 1 }],
  ),
  hard('record never', 'type T = Record<never, string>', [{}, { a: 1 }, 'a', []], [null]),
  hard(
    'record string never',
    'type T = { a: Record<string, never> }',
    [{ a: {} }],
    [{ a: { b: 1 } }],
  ),
];
