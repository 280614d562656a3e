import { randomUUID } from 'node:crypto'
import { parseJson, type ModelEvent, type ToolCall, type ToolSpec } from '@chatwright/core'
import { firstCodeBlock } from '../model-values/find-written.ts'

const FINAL = /final answer:/i
/** Models that cannot be told where to stop make up the tool's result too, and an answer from it. */
const MADE_UP = /\nobservation:/i
/** The longest end of a text that may be the beginning of the mark that ends thinking. */
const HELD_BACK = 'Final Answer:'.length
// Spaces and tabs, not line breaks: a model that writes nothing but empty lines must not take a minute to read.
const ACTION = /^[ \t]*action:[ \t]*(\S.*)$/im
const ACTION_INPUT = /^[ \t]*action input:\s*([\s\S]*)$/im

export interface ReasoningReader {
  read(text: string): Generator<ModelEvent>
  end(): Generator<ModelEvent>
  hasCall(): boolean
}

/** Tells thinking, tool calls and answer apart in text that arrives in pieces. */
export function readReasoning(tools: readonly ToolSpec[]): ReasoningReader {
  /** All of it, put together at the end alone: to do so for each piece would take the square of its length. */
  let text = ''
  /** What was not passed on yet. */
  let unread = ''
  /** Where an action may stand: in what came before there is none. */
  let unsearched = ''
  let isAnswering = false
  let hasAnswered = false
  let isOver = false
  let call: ToolCall | undefined

  const answer = function* (piece: string): Generator<ModelEvent> {
    const shown = hasAnswered ? piece : piece.trimStart()
    if (shown === '') return
    hasAnswered = true
    yield { type: 'text', text: shown }
  }

  return {
    hasCall: () => call !== undefined,
    *read(piece) {
      if (isOver) return
      if (isAnswering) {
        yield* answer(piece)
        return
      }
      // What was passed on as a thought holds no mark, nor the beginning of one.
      text += piece
      unread += piece
      unsearched += piece
      const mark = FINAL.exec(unread)
      const end = MADE_UP.exec(unread)
      if (end && end.index < (mark?.index ?? Infinity)) {
        const after = unread.length - end.index
        const searched = unsearched.length - after
        if (ACTION.test(unsearched.slice(0, searched))) {
          isOver = true
          text = text.slice(0, text.length - after)
          unread = unread.slice(0, end.index)
          return
        }
        unsearched = unsearched.slice(searched)
      }
      if (mark) {
        isAnswering = true
        if (mark.index > 0) yield { type: 'thinking', text: unread.slice(0, mark.index) }
        yield* answer(unread.slice(mark.index + mark[0].length))
        return
      }
      const safe = unread.length - HELD_BACK
      if (safe > 0) {
        yield { type: 'thinking', text: unread.slice(0, safe) }
        unread = unread.slice(safe)
      }
    },
    *end() {
      if (isAnswering) return
      call = findCall(text, tools)
      if (call) {
        if (unread !== '') yield { type: 'thinking', text: unread }
        yield { type: 'tool-call', call }
      } else {
        // The model forgot the form; what it wrote is the answer all the same.
        yield { type: 'text', text: text.replace(/^\s*thought:\s*/i, '').trim() }
      }
    },
  }
}

function findCall(text: string, tools: readonly ToolSpec[]): ToolCall | undefined {
  const written = ACTION.exec(text)?.[1]
  const named = written && withoutQuotes(written)
  if (!named || /^(none|n\/a|final answer)$/i.test(named)) return undefined
  const tool = tools.find(({ name }) => name.toLowerCase() === named.toLowerCase())
  const input = (ACTION_INPUT.exec(text)?.[1] ?? '').split(/\n[ \t]*(?:observation|thought):/i)[0]?.trim() ?? ''
  return { id: `text-${randomUUID()}`, name: tool?.name ?? named, input: readInput(input, tool) }
}

function withoutQuotes(name: string): string {
  const inner = name.trim()
  let [start, end] = [0, inner.length]
  while (start < end && `"'\`[`.includes(inner.charAt(start))) start += 1
  while (end > start && `"'\`]`.includes(inner.charAt(end - 1))) end -= 1
  return inner.slice(start, end)
}

function readInput(written: string, tool: ToolSpec | undefined): Record<string, unknown> {
  const body = written.startsWith('```') ? (firstCodeBlock(written) ?? written.slice(3)).trim() : written
  try {
    const parsed: unknown = parseJson(body)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // Plain text is as good for a tool with one input.
  }
  const [onlyInput] = Object.keys(tool?.parameters.properties ?? {})
  return body === '' || onlyInput === undefined ? {} : { [onlyInput]: body.replaceAll(/^"|"$/g, '') }
}
