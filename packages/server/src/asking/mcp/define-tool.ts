import { z } from 'zod'
import { parse } from '../../door/http/register-routes.ts'
import type { McpAnswer, McpCall, McpTool } from './mcp-offer.ts'

/** Longer answers would fill a model's head with what it did not ask for. */
const MOST_CHARACTERS = 60_000

/** A tool by what it takes. Its answer is text, or JSON, and no longer than a model can use. */
export function defineTool<Input>(tool: {
  name: string
  description: string
  input: z.ZodType<Input>
  annotations?: McpTool['annotations']
  answer(input: Input, during: McpCall): Promise<McpAnswer | object>
}): McpTool {
  const { name, description, input: schema, annotations, answer } = tool
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' })
  return {
    name,
    description,
    inputSchema: inputSchema as unknown as McpTool['inputSchema'],
    ...(annotations && { annotations }),
    async call(input, during) {
      const answered = await answer(parse(schema, input, name) as Input, during)
      return isAnswer(answered) ? answered : { text: cut(JSON.stringify(answered)) }
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
