import { z } from 'zod'
import { parse } from '../../door/http/register-routes.ts'
import { fence } from './fence.ts'
import type { McpAnswer, McpCall, McpTool } from './mcp-offer.ts'

/** Longer answers would fill a model's head with what it did not ask for. */
const MOST_CHARACTERS = 60_000

/** Looks at what is kept here. */
export const READS = { readOnlyHint: true, openWorldHint: false }
/** What comes of it is up to the flow, whose steps may change other systems. */
export const ACTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }

/** A tool by what it takes. Its answer is text, or JSON, and no longer than a model can use. */
export function defineTool<Input>(tool: {
  name: string
  description: string
  input: z.ZodType<Input>
  annotations: NonNullable<McpTool['annotations']>
  /** It gives what others wrote, which no model may take for instructions. */
  givesWordsOfOthers?: true
  answer(input: Input, during: McpCall): Promise<McpAnswer | object>
}): McpTool {
  const { name, description, input: schema, annotations, givesWordsOfOthers, answer } = tool
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' })
  return {
    name,
    description,
    inputSchema: inputSchema as unknown as McpTool['inputSchema'],
    annotations,
    async call(input, during) {
      const answered = await answer(parse(schema, input, name) as Input, during)
      if (isAnswer(answered)) return answered
      const text = cut(JSON.stringify(answered))
      return { text: givesWordsOfOthers ? fence(text) : text }
    },
  }
}

function isAnswer(answered: McpAnswer | object): answered is McpAnswer {
  return 'text' in answered && typeof answered.text === 'string'
}

function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, MOST_CHARACTERS)}… (cut: ${text.length} characters in all; ask for less)`
}
