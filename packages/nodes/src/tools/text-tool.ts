import type { Run, StepEffect, Tool, ToolResult } from '@chatwright/core'

/** What a model reads costs money and room; more than this of one tool's answer is rarely read. */
const LONGEST_OUTPUT = 12_000

interface TextTool {
  name: string
  description: string
  /** What the one text is that the tool takes. */
  inputDescription: string
  returnDirect?: boolean | undefined
  effect?: StepEffect
  callsNodes?: true
  call: (text: string, run: Run) => Promise<string | ToolResult>
}

/** A tool that takes one text. Models sometimes call it by another key, which is as good. */
export function textTool(tool: TextTool): Tool {
  const { name, description, inputDescription, returnDirect, effect, callsNodes, call } = tool
  return {
    kind: 'tool',
    name: toolName(name),
    description,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: inputDescription } },
      required: ['input'],
      additionalProperties: false,
    },
    ...(returnDirect && { returnDirect }),
    ...(effect && { effect }),
    ...(callsNodes && { callsNodes }),
    call: (input, run) => call(textIn(input), run),
  }
}

/** Vendors accept letters, digits, `_` and `-` only, at most 64. */
export function toolName(name: string): string {
  const cleaned = name
    .trim()
    .replaceAll(/[^\w-]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
  return cleaned.slice(0, 64) || 'tool'
}

/** Cuts a long answer and says so, so that a model does not take the end for the end. */
export function capText(text: string, limit: number = LONGEST_OUTPUT): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}\n[cut: ${text.length - limit} more characters]`
}

function textIn(input: Record<string, unknown>): string {
  const value = input.input ?? input.query ?? input.question ?? Object.values(input)[0] ?? ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
