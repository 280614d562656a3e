import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { text } from './fields.ts'

/** Names of tools as vendors take them. */
export const ToolName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w.-]+$/, 'A tool name holds letters, digits, dots, dashes and underscores')

/** Their schemas are sent with every request to the model. */
const MOST_TOOL_CHARACTERS = 500_000

export const CallerTools = <Tool extends z.ZodType>(tool: Tool) =>
  z
    .array(tool)
    .max(128)
    .refine((tools) => JSON.stringify(tools).length <= MOST_TOOL_CHARACTERS, {
      message: `The tools contain more than ${MOST_TOOL_CHARACTERS.toLocaleString('en')} characters`,
    })

export const FunctionSchema = z.record(z.string(), z.unknown())

/** Arguments as models write them: JSON in a text. */
export const ArgumentText = z.string().max(1_000_000)

export const Temperature = z.number().min(0).max(2).nullish()
export const Share = z.number().min(0).max(1).nullish()
export const Tokens = z.number().int().min(1).max(10_000_000).nullish()
export const StopText = z.array(z.string().min(1).max(500)).max(16)
export const Model = text(200)

/** What every door of a model's protocol can answer with. */
export const protocolErrors = [
  'chatflow-not-found',
  'unauthorized',
  'forbidden',
  'too-many-requests',
  'flow-invalid',
  'node-failed',
  'provider-failed',
  'provider-rate-limit',
  'provider-overloaded',
  'run-cancelled',
  'run-interrupted',
  'overloaded',
] as const satisfies readonly ErrorCode[]
