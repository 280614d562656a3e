import { parseJson, type ToolCall } from '@chatwright/core'
import { newCallId } from '../model-values/new-call-id.ts'
import type { ToolCallDelta } from './wire.ts'

interface CallParts {
  id: string
  name: string
  argumentText: string
}

/** Puts together tool calls that arrive in pieces, several at once. */
export class ToolCallAssembly {
  readonly #parts: CallParts[] = []
  /** The newest under each number: looking through all of them for each piece would take the square of their number. */
  readonly #newest = new Map<number, CallParts>()

  add(delta: ToolCallDelta): void {
    const index = delta.index ?? 0
    const { id = '', function: called = {} } = delta
    const known = this.#newest.get(index)
    // Some servers send whole calls that all claim to be the first one; a new id tells them apart.
    if (!known || (id !== '' && known.id !== '' && id !== known.id)) {
      const begun = { id, name: called.name ?? '', argumentText: called.arguments ?? '' }
      this.#parts.push(begun)
      this.#newest.set(index, begun)
      return
    }
    known.id ||= id
    if (called.name && called.name !== known.name) known.name += called.name
    known.argumentText += called.arguments ?? ''
  }

  calls(): ToolCall[] {
    return this.#parts.map(({ id, name, argumentText }) => ({
      id: id || newCallId(),
      name,
      ...parseArguments(argumentText),
    }))
  }
}

/**
 * Weak models send bare text to a tool with one input; the tool's own check then says what is wrong. Text that begins as
 * an object and is none was cut off or miswritten: half of a message must not be sent.
 */
export function parseArguments(text: string): Pick<ToolCall, 'input' | 'isBroken'> {
  if (text.trim() === '') return { input: {} }
  try {
    const parsed: unknown = parseJson(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return { input: parsed as Record<string, unknown> }
    return { input: { input: parsed } }
  } catch {
    return { input: { input: text }, ...(text.trimStart().startsWith('{') && { isBroken: true }) }
  }
}
