import { parseJson } from '../parse-json.ts'
import type { Document } from '../values/documents.ts'
import { LONGEST_CHECKED, type Check, type CheckedAnswer, type CheckResult } from './check.ts'
import { findSchemaFault } from './check-schema.ts'
import { findLanguage } from './find-language.ts'
import { holdsWords, plainWords } from './plain-words.ts'
import { isRefusal } from './is-refusal.ts'

const SHOWN = 200
const MOST_SHOWN = 10

/** Whether an answer is as a check says. Linear in the length of both, and bounded. */
export function judgeAnswer(check: Check, answer: CheckedAnswer): CheckResult {
  const text = answer.text.slice(0, LONGEST_CHECKED)
  switch (check.kind) {
    case 'contains':
      return verdict(holdsWords(text, check.text), clipped(text))
    case 'not-contains':
      return verdict(!holdsWords(text, check.text), clipped(text))
    case 'json-schema':
      return judgeJson(check.schema, text)
    case 'calls-tool':
      return judgeTools(check, answer)
    case 'cites':
      return judgeSources(check.text, answer)
    case 'finds':
      return judgeSearches(check, answer)
    case 'language': {
      const language = findLanguage(text)
      return language === undefined
        ? { verdict: 'unknown', found: null }
        : verdict(language === check.language.toLowerCase(), language)
    }
    case 'length': {
      const { length } = text.trim()
      return verdict(
        length >= (check.min ?? 0) && length <= (check.max ?? Number.POSITIVE_INFINITY),
        String(answer.text.length > LONGEST_CHECKED ? answer.text.length : length),
      )
    }
    case 'refuses':
      return verdict(isRefusal(text), clipped(text))
    case 'cost':
      return atMost(answer.costMicro, check.mostMicro)
    case 'time':
      return atMost(answer.durationMs, check.mostMs)
  }
}

function verdict(isSo: boolean, found: string | null): CheckResult {
  return { verdict: isSo ? 'pass' : 'fail', found }
}

function atMost(value: number | undefined, most: number): CheckResult {
  return value === undefined ? { verdict: 'unknown', found: null } : verdict(value <= most, String(Math.round(value)))
}

function judgeJson(schema: string, text: string): CheckResult {
  let wanted: unknown
  try {
    wanted = parseJson(schema)
  } catch {
    return { verdict: 'unknown', found: null }
  }
  let value: unknown
  try {
    value = parseJson(withoutFence(text))
  } catch {
    return { verdict: 'fail', found: clipped(text) }
  }
  const fault = findSchemaFault(value, wanted)
  return verdict(fault === undefined, fault ?? null)
}

/** Models put JSON into a block of code. */
function withoutFence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```')) return trimmed
  const line = trimmed.indexOf('\n')
  return line === -1 ? trimmed : trimmed.slice(line + 1, -3)
}

function judgeTools({ tool, input }: Extract<Check, { kind: 'calls-tool' }>, answer: CheckedAnswer): CheckResult {
  const used = answer.usedTools ?? []
  const called = used.filter((each) => each.tool === tool)
  const names = clipped([...new Set(used.map((each) => each.tool))].slice(0, MOST_SHOWN).join(', '))
  if (called.length === 0) return { verdict: 'fail', found: names }
  if (input === undefined || input.trim() === '') return { verdict: 'pass', found: names }
  let wanted: unknown
  try {
    wanted = parseJson(input)
  } catch {
    return { verdict: 'unknown', found: null }
  }
  return verdict(
    called.some(({ toolInput }) => holdsValue(toolInput, wanted)),
    clipped(JSON.stringify(called.at(-1)?.toolInput)),
  )
}

/** Whether a value is the wanted one, or has all of its fields; texts by their words. */
function holdsValue(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'string') return typeof value === 'string' && plainWords(value) === plainWords(wanted)
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted)) return false
  const given = new Map(Object.entries(value))
  return Object.entries(wanted).every(([name, each]) => given.has(name) && holdsValue(given.get(name), each))
}

function judgeSources(words: string, { sourceDocuments = [] }: CheckedAnswer): CheckResult {
  return verdict(
    sourceDocuments.some((document) => isNamed(document, words)),
    namesOf(sourceDocuments),
  )
}

/** Without a search nobody knows what one would come to. */
function judgeSearches({ text, top }: Extract<Check, { kind: 'finds' }>, { found }: CheckedAnswer): CheckResult {
  if (!found || found.length === 0) return { verdict: 'unknown', found: null }
  const looked = found.flatMap((documents) => documents.slice(0, top))
  return verdict(
    looked.some((document) => isNamed(document, text)),
    namesOf(looked),
  )
}

/** Whether a passage holds the words, or comes from what is so named. */
function isNamed({ pageContent, metadata }: Document, words: string): boolean {
  return (
    holdsWords(pageContent.slice(0, LONGEST_CHECKED), words) ||
    Object.values(metadata).some((value) => typeof value === 'string' && holdsWords(value, words))
  )
}

function namesOf(documents: readonly Document[]): string {
  return clipped([...new Set(documents.map(nameOf))].slice(0, MOST_SHOWN).join(', '))
}

function nameOf({ pageContent, metadata }: Document): string {
  const { source, title } = metadata
  const name = [title, source].find((each) => typeof each === 'string' && each !== '')
  return typeof name === 'string' ? name : pageContent.slice(0, 40)
}

function clipped(text: string | undefined): string {
  const short = (text ?? '').trim()
  return short.length > SHOWN ? `${short.slice(0, SHOWN - 1)}…` : short
}
