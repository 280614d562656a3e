import { z } from 'zod'
import { Id, text } from './fields.ts'
import {
  CallerTools,
  FunctionSchema,
  Model,
  protocolErrors,
  Share,
  StopText,
  Tokens,
  ToolName,
} from './model-protocols.ts'
import { PredictionBody } from './predictions.ts'
import { defineRoute } from './route.ts'

const Source = z.looseObject({
  type: z.enum(['base64', 'url', 'text']),
  media_type: text(200).optional(),
  data: z.string().optional(),
  url: z.string().max(8000).optional(),
})

const Block = z.looseObject({
  type: z.enum(['text', 'image', 'document', 'tool_use', 'tool_result', 'thinking', 'redacted_thinking']),
  text: z.string().optional(),
  source: Source.optional(),
  title: text(300).nullish(),
  id: Id.optional(),
  name: ToolName.optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  tool_use_id: Id.optional(),
  is_error: z.boolean().nullish(),
  content: z
    .string()
    .or(z.array(z.looseObject({ type: z.string().max(50), text: z.string().optional() })))
    .nullish(),
})

/** Loose: a parameter that isn't listed is refused by its name. */
export const MessageBody = z.looseObject({
  model: Model,
  max_tokens: Tokens,
  messages: z
    .array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.string().or(z.array(Block)) }))
    .min(1)
    .max(2000),
  system: z
    .string()
    .or(z.array(z.looseObject({ type: z.literal('text'), text: z.string() })))
    .nullish(),
  stream: z.boolean().nullish(),
  tools: CallerTools(
    z.looseObject({
      type: z.literal('custom').nullish(),
      name: ToolName,
      description: z.string().max(20_000).nullish(),
      input_schema: FunctionSchema,
    }),
  ).nullish(),
  tool_choice: z
    .looseObject({
      type: z.enum(['auto', 'any', 'none', 'tool']),
      name: ToolName.optional(),
      disable_parallel_tool_use: z.boolean().nullish(),
    })
    .nullish(),
  temperature: z.number().min(0).max(1).nullish(),
  top_p: Share,
  stop_sequences: StopText.nullish(),
  metadata: z.looseObject({ user_id: text(256).nullish() }).nullish(),
  overrideConfig: PredictionBody.shape.overrideConfig,
})
export type MessageBody = z.infer<typeof MessageBody>

export const createMessage = defineRoute({
  method: 'POST',
  base: '/v1',
  path: '/messages',
  access: 'public',
  way: 'openai',
  tag: 'Anthropic-compatible',
  summary: "Run a flow as an Anthropic model. The flow's access applies.",
  body: MessageBody,
  errors: protocolErrors,
})
