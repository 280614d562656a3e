export * from './check.ts'
export { findUnknownKeyword } from './check-schema.ts'
export * from './judge-answer.ts'
export { plainWords } from './plain-words.ts'
