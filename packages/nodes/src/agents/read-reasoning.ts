import { randomUUID } from 'node:crypto'
import type { ModelEvent, ToolCall, ToolSpec } from '@chatwright/core'

const FINAL = /final answer:/i
/** The longest end of a text that may be the beginning of the mark that ends thinking. */
const HELD_BACK = 'Final Answer:'.length
const ACTION = /^\s*action:\s*(.+?)\s*$/im
const ACTION_INPUT = /^\s*action input:\s*([\s\S]*)$/im

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
      if (isAnswering) {
        yield* answer(piece)
        return
      }
      text += piece
      const mark = FINAL.exec(text)
      if (mark) {
        isAnswering = true
        if (mark.index > thought) yield { type: 'thinking', text: text.slice(thought, mark.index) }
        yield* answer(text.slice(mark.index + mark[0].length))
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
  const named = ACTION.exec(text)?.[1]?.replaceAll(/^["'`[]+|["'`\]]+$/g, '')
  if (named === undefined || /^(none|n\/a|final answer)$/i.test(named)) return undefined
  const tool = tools.find(({ name }) => name.toLowerCase() === named.toLowerCase())
  const written = (ACTION_INPUT.exec(text)?.[1] ?? '').split(/\n\s*(?:observation|thought):/i)[0]?.trim() ?? ''
  return { id: `text-${randomUUID()}`, name: tool?.name ?? named, input: readInput(written, tool) }
}

function readInput(written: string, tool: ToolSpec | undefined): Record<string, unknown> {
  const body = written.replaceAll(/^```(?:json)?\s*|\s*```$/g, '')
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // Plain text is as good for a tool with one input.
  }
  const [onlyInput] = Object.keys(tool?.parameters.properties ?? {})
  return body === '' || onlyInput === undefined ? {} : { [onlyInput]: body.replaceAll(/^"|"$/g, '') }
}
