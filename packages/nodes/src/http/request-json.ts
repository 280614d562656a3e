import { parseJson, NodeError } from '@chatwright/core'
import type { z } from 'zod'
import type { HttpRequest } from './http-exchange.ts'
import { sendRequest } from './send-request.ts'

/** Asks a service for JSON of a known shape. */
export async function requestJson<Schema extends z.ZodType>(
  request: HttpRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { text } = await sendRequest({ ...request, headers: { accept: 'application/json', ...request.headers } })
  const parsed = schema.safeParse(parse(text, request.service))
  if (parsed.success) return parsed.data
  throw new NodeError(`${request.service} sent an unexpected response: ${firstProblem(parsed.error)}`, {
    hint: 'Check that the address points to the right service and version.',
    cause: parsed.error,
  })
}

function parse(text: string, service: string): unknown {
  try {
    return parseJson(text === '' ? 'null' : text)
  } catch (cause) {
    throw new NodeError(`${service} sent a response that isn't JSON.`, {
      hint: 'Check that the address points to the API, not to a web page.',
      cause,
    })
  }
}

function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.') || 'answer'}: ${issue.message}` : error.message
}
