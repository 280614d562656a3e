import { z } from 'zod'
import { text } from './fields.ts'
import { PredictionBody } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'OpenAI-compatible'
const base = '/v1'

export const listModels = defineRoute({
  method: 'GET',
  base,
  path: '/models',
  access: 'public',
  way: 'openai',
  tag,
  summary:
    'List the flows available as models: all for the owner, permitted ones for an API key, public ones for everyone.',
  response: z.object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('model'),
        created: z.number(),
        owned_by: z.string(),
        name: z.string(),
      }),
    ),
  }),
})

const ContentPart = z.looseObject({
  type: z.string().max(50),
  text: z.string().optional(),
  image_url: z.looseObject({ url: z.string() }).optional(),
})

export const CompletionBody = z.looseObject({
  model: text(200),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
        content: z.string().or(z.array(ContentPart)).nullish(),
      }),
    )
    .min(1)
    .max(2000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  user: text(200).nullish(),
  /** As for a prediction. */
  overrideConfig: PredictionBody.shape.overrideConfig,
})
export type CompletionBody = z.infer<typeof CompletionBody>

export const createCompletion = defineRoute({
  method: 'POST',
  base,
  path: '/chat/completions',
  access: 'public',
  way: 'openai',
  tag,
  summary: "Run a flow as an OpenAI model. The flow's access applies.",
  body: CompletionBody,
  errors: [
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
  ],
})
