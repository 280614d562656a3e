import { parseJson } from '@chatwright/core'
const MOST = 3
const LONGEST = 200

/** The questions in what a model wrote: a JSON list as it was asked for, or lines as models write them anyway. */
export function readPrompts(text: string): string[] {
  const listed = readJson(text) ?? text.split('\n').flatMap(readLine)
  const prompts = listed.map((prompt) => prompt.replaceAll(/\s+/g, ' ').trim())
  return [...new Set(prompts)].filter((prompt) => prompt !== '' && prompt.length <= LONGEST).slice(0, MOST)
}

/** The list may stand inside an object, a code fence or a sentence. */
function readJson(text: string): string[] | undefined {
  const start = text.indexOf('[')
  const end = text.lastIndexOf(']')
  if (start === -1 || end < start) return undefined
  try {
    const parsed: unknown = parseJson(text.slice(start, end + 1))
    return Array.isArray(parsed) ? parsed.filter((item) => typeof item === 'string') : undefined
  } catch {
    return undefined
  }
}

/** Only lines that are marked as items or end as questions: the rest is talk around them. */
function readLine(line: string): string[] {
  const [, item] = /^(?:[-*•]|\d{1,2}[.)])\s+(\S.*)$/s.exec(line.trim()) ?? []
  const prompt = withoutQuotes(item ?? line.trim())
  return item !== undefined || prompt.endsWith('?') ? [prompt] : []
}

// By hand: a pattern for the marks at the end would begin again at each of many in the middle.
function withoutQuotes(text: string): string {
  let end = text.length
  while (end > 0 && `"'”,`.includes(text.charAt(end - 1))) end--
  return text.slice(/^["'“]/.test(text) ? 1 : 0, end)
}
