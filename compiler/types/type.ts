// What reading a type gives (../declarations/declared-type.ts), beside those who make it and print it.
export type * from '../declarations/declared-type.js';
