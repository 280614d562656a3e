import type { Document } from '../values/documents.ts'
import type { UsedTool } from '../values/used-tool.ts'

/** One thing that an answer must be, or must not. */
export type Check =
  | { kind: 'contains' | 'not-contains' | 'cites'; text: string }
  /** Words of a passage that a search must come to, among its first so many. */
  | { kind: 'finds'; text: string; top?: number | undefined }
  /** The text of a JSON Schema. */
  | { kind: 'json-schema'; schema: string }
  /** `input` is JSON: what it must have been called with at least. */
  | { kind: 'calls-tool'; tool: string; input?: string | undefined }
  | { kind: 'language'; language: string }
  /** In characters. */
  | { kind: 'length'; min?: number | undefined; max?: number | undefined }
  | { kind: 'refuses' }
  | { kind: 'cost'; mostMicro: number }
  | { kind: 'time'; mostMs: number }

export type CheckKind = Check['kind']

/** What checks look at. */
export interface CheckedAnswer {
  text: string
  usedTools?: readonly UsedTool[] | undefined
  sourceDocuments?: readonly Document[] | undefined
  /** What each search came to; nothing where none was made. */
  found?: readonly (readonly Document[])[] | undefined
  /** What the whole answer costs, in millionths of a dollar; nothing where a price is not known. */
  costMicro?: number | undefined
  /** How long the whole answer takes; nothing where nobody can tell. */
  durationMs?: number | undefined
}

/** Whatever cannot be told is unknown, and never a pass. */
export type CheckVerdict = 'pass' | 'fail' | 'unknown'

export interface CheckResult {
  verdict: CheckVerdict
  /** What was there instead, in a few words; a number where the check is about one. */
  found: string | null
}

/** Languages that can be told, by their codes. */
export const LANGUAGES = [
  ...(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'tr'] as const),
  ...(['ru', 'uk', 'el', 'ar', 'he', 'hi', 'th', 'zh', 'ja', 'ko'] as const),
] as const

/** Longer answers are looked at so far. */
export const LONGEST_CHECKED = 200_000
