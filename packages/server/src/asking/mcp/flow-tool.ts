import { AppError } from '@chatwright/contract'
import type { Flow } from '@chatwright/core'
import { startForm, type StartField } from '../../flows/flows/start-form.ts'
import { isRecord } from './mcp-message.ts'
import type { McpTool } from './mcp-offer.ts'

export type FlowInput = { question: string } | { form: Record<string, unknown> }

/** Longer ones are no questions; what models are to read is loaded. */
const LONGEST_QUESTION = 100_000

/** What a tool for a flow takes: a question, or the fields of the form that the flow begins with. */
export function flowInputSchema(flow: Pick<Flow, 'nodes'>): McpTool['inputSchema'] {
  const fields = startForm(flow)?.fields
  if (!fields) {
    return {
      type: 'object',
      properties: { question: { type: 'string', description: 'The question, with everything needed to answer it.' } },
      required: ['question'],
    }
  }
  const form = {
    type: 'object',
    description: "The form's fields.",
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.map(({ name }) => name),
  }
  return { type: 'object', properties: { form }, required: ['form'] }
}

/** What was given to such a tool. Throws what does not fit, in words that a model can mend it by. */
export function readFlowInput(flow: Pick<Flow, 'nodes'>, input: Readonly<Record<string, unknown>>): FlowInput {
  const fields = startForm(flow)?.fields
  if (input['overrideConfig'] !== undefined)
    throw refused('overrideConfig', 'This tool takes no overrides. Leave it out.')
  if (!fields) {
    const { question } = input
    if (typeof question === 'string' && question.trim() !== '' && question.length <= LONGEST_QUESTION) {
      return { question }
    }
    throw refused('question', `Give a text of at most ${LONGEST_QUESTION} characters.`)
  }
  const { form } = input
  if (!isRecord(form)) throw refused('form', 'Give an object with the fields of the form.')
  return { form: Object.fromEntries(fields.map((field) => [field.name, valueOf(field, form[field.name])])) }
}

function propertyOf({ label, type, options }: StartField): Record<string, unknown> {
  return { type: type === 'options' ? 'string' : type, ...(options && { enum: options }), title: label }
}

function valueOf({ name, type, options }: StartField, value: unknown): unknown {
  const wanted = type === 'options' ? 'string' : type
  if (typeof value !== wanted) throw refused(`form.${name}`, `Give a ${wanted}.`)
  if (options && !options.some((option) => option === value)) {
    throw refused(`form.${name}`, `Give one of: ${options.join(', ')}.`)
  }
  return value
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid-request', { issues: [{ path, message }] }, { message: `${path}: ${message}` })
}
