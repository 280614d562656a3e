import { z } from 'zod'
import { Id, text } from './fields.ts'
import {
  ArgumentText,
  CallerTools,
  FunctionSchema,
  Model,
  protocolErrors,
  Share,
  StopText,
  Temperature,
  Tokens,
  ToolName,
} from './model-protocols.ts'
import { PredictionBody } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'OpenAI-compatible'
const base = '/v1'

const ListedModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number(),
  owned_by: z.string(),
  name: z.string(),
  /** `chat` answers questions, `embedding` turns texts into vectors. */
  type: z.enum(['chat', 'embedding']),
})

export const listModels = defineRoute({
  method: 'GET',
  base,
  path: '/models',
  access: 'public',
  way: 'openai',
  tag,
  summary:
    'List the flows available as models: all for the owner, permitted ones for an API key, public ones for everyone.',
  response: z.object({ object: z.literal('list'), data: z.array(ListedModel) }),
})

export const getModel = defineRoute({
  method: 'GET',
  base,
  path: '/models/:model',
  access: 'public',
  way: 'openai',
  tag,
  summary: 'One model by its id or name, with its capabilities.',
  params: z.object({ model: text(200) }),
  response: ListedModel.extend({
    capabilities: z.object({
      chat: z.boolean(),
      embeddings: z.boolean(),
      images: z.boolean(),
      tools: z.boolean(),
      streaming: z.boolean(),
    }),
  }),
  errors: ['chatflow-not-found'],
})

const ContentPart = z.looseObject({
  type: z.string().max(50),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  image_url: z.looseObject({ url: z.string() }).nullish(),
  file: z.looseObject({ filename: text(300).optional(), file_data: z.string().optional() }).nullish(),
})

const FunctionCall = z.looseObject({
  id: Id,
  type: z.literal('function'),
  function: z.looseObject({ name: ToolName, arguments: ArgumentText }),
})

const FunctionTool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: ToolName,
    description: z.string().max(20_000).nullish(),
    parameters: FunctionSchema.nullish(),
    strict: z.boolean().nullish(),
  }),
})

/** Loose: a parameter that isn't listed is refused by its name, in OpenAI's words. */
export const CompletionBody = z.looseObject({
  model: Model,
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
        content: z.string().or(z.array(ContentPart)).nullish(),
        tool_calls: z.array(FunctionCall).max(128).nullish(),
        tool_call_id: Id.nullish(),
      }),
    )
    .min(1)
    .max(2000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  n: z.number().int().min(1).max(8).nullish(),
  tools: CallerTools(FunctionTool).nullish(),
  tool_choice: z
    .enum(['auto', 'none', 'required'])
    .or(z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: ToolName }) }))
    .nullish(),
  response_format: z
    .looseObject({
      type: z.enum(['text', 'json_object', 'json_schema']),
      json_schema: z.looseObject({ name: text(200), schema: FunctionSchema.optional() }).optional(),
    })
    .nullish(),
  temperature: Temperature,
  top_p: Share,
  max_tokens: Tokens,
  max_completion_tokens: Tokens,
  seed: z.number().int().nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  stop: z.string().min(1).max(500).or(StopText).nullish(),
  /** A person, the same in all their conversations. It opens none. */
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
  errors: protocolErrors,
})

const InputPart = z.looseObject({
  type: z.enum(['input_text', 'output_text', 'input_image', 'input_file', 'refusal', 'text']),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  image_url: z.string().nullish(),
  file_data: z.string().nullish(),
  filename: text(300).nullish(),
  file_id: z.string().nullish(),
  file_url: z.string().nullish(),
})

/** Read by its type, which messages may leave out. */
const InputItem = z.looseObject({
  type: z.string().max(50).nullish(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).nullish(),
  content: z.string().or(z.array(InputPart)).nullish(),
  call_id: Id.nullish(),
  name: ToolName.nullish(),
  arguments: ArgumentText.nullish(),
  output: z.string().or(z.array(InputPart)).nullish(),
})

export const ResponseBody = z.looseObject({
  model: Model,
  input: z.string().max(4_000_000).or(z.array(InputItem).min(1).max(2000)),
  instructions: z.string().max(1_000_000).nullish(),
  previous_response_id: z.string().max(200).nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  tools: CallerTools(
    z.looseObject({
      type: z.literal('function'),
      name: ToolName,
      description: z.string().max(20_000).nullish(),
      parameters: FunctionSchema.nullish(),
      strict: z.boolean().nullish(),
    }),
  ).nullish(),
  tool_choice: z
    .enum(['auto', 'none', 'required'])
    .or(z.looseObject({ type: z.literal('function'), name: ToolName }))
    .nullish(),
  text: z
    .looseObject({
      format: z
        .looseObject({
          type: z.enum(['text', 'json_object', 'json_schema']),
          schema: FunctionSchema.optional(),
        })
        .nullish(),
    })
    .nullish(),
  temperature: Temperature,
  top_p: Share,
  max_output_tokens: Tokens,
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  user: text(200).nullish(),
  overrideConfig: PredictionBody.shape.overrideConfig,
})
export type ResponseBody = z.infer<typeof ResponseBody>

export const createResponse = defineRoute({
  method: 'POST',
  base,
  path: '/responses',
  access: 'public',
  way: 'openai',
  tag,
  summary: 'Run a flow with the OpenAI Responses API. `previous_response_id` continues a conversation.',
  body: ResponseBody,
  errors: [...protocolErrors, 'run-gone'],
})

/** What the server embeds itself, without a key. */
export const BUILT_IN_EMBEDDINGS = 'chatwright/embed'

export const EmbeddingBody = z.looseObject({
  model: Model,
  input: z
    .string()
    .min(1)
    .max(100_000)
    .or(z.array(z.string().min(1).max(100_000)).min(1).max(256)),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  user: text(200).nullish(),
})
export type EmbeddingBody = z.infer<typeof EmbeddingBody>

export const createEmbeddings = defineRoute({
  method: 'POST',
  base,
  path: '/embeddings',
  access: 'public',
  way: 'openai',
  tag,
  summary: `Turn texts into vectors with the built-in model, \`${BUILT_IN_EMBEDDINGS}\`. Needs an API key or a login.`,
  body: EmbeddingBody,
  errors: ['chatflow-not-found', 'unauthorized', 'payload-too-large', 'overloaded'],
})
