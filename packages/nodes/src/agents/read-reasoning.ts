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
  let text = ''
  let thought = 0
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
      const unread = thought
      text += piece
      const mark = FINAL.exec(text.slice(unread))
      const end = MADE_UP.exec(text.slice(unread))
      if (end && end.index < (mark?.index ?? Infinity) && ACTION.test(text.slice(0, unread + end.index))) {
        isOver = true
        text = text.slice(0, unread + end.index)
        return
      }
      if (mark) {
        isAnswering = true
        if (mark.index > 0) yield { type: 'thinking', text: text.slice(thought, unread + mark.index) }
        yield* answer(text.slice(unread + mark.index + mark[0].length))
        return
      }
      const safe = text.length - HELD_BACK
      if (safe > thought) {
        yield { type: 'thinking', text: text.slice(thought, safe) }
        thought = safe
      }
    },
    *end() {
      if (isAnswering) return
      call = findCall(text, tools)
      if (call) {
        if (thought < text.length) yield { type: 'thinking', text: text.slice(thought) }
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
