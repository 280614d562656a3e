export type * from './events.ts'
export * from './outcome.ts'
export type * from './run.ts'
export * from './wire.ts'
