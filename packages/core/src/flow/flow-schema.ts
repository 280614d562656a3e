import * as z from 'zod'

const PositionSchema = z.looseObject({ x: z.number(), y: z.number() })

const InputSchema = z.looseObject({ name: z.string(), type: z.string(), id: z.string().optional() })

/** Outputs of step-by-step flows are numbered, and some files hold the number itself. Such nodes are only ever kept. */
const NameSchema = z.custom<string>((value) => typeof value === 'string' || typeof value === 'number', {
  params: { expected: 'string' },
})

const OutputOptionSchema = z.looseObject({
  name: NameSchema,
  id: z.string().optional(),
  label: NameSchema.optional(),
  type: z.string().nullish(),
})

const OutputSchema = OutputOptionSchema.extend({ options: z.array(OutputOptionSchema).nullish() })

const NodeDataSchema = z.looseObject({
  name: z.string(),
  label: z.string().optional(),
  baseClasses: z.array(z.string()).optional(),
  inputParams: z.array(InputSchema).optional(),
  inputAnchors: z.array(InputSchema).optional(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  outputAnchors: z.array(OutputSchema).optional(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
  credential: z.string().nullish(),
})

const NodeSchema = z.looseObject({
  id: z.string().min(1),
  type: z.string().optional(),
  position: PositionSchema.optional(),
  data: NodeDataSchema,
})

const EdgeSchema = z.looseObject({
  id: z.string().optional(),
  source: z.string(),
  target: z.string(),
  sourceHandle: z.string().nullish(),
  targetHandle: z.string().nullish(),
})

/** As much of a flow as every file of every version has; what it does not name is kept. */
export const FlowSchema = z.looseObject({
  nodes: z.array(NodeSchema),
  edges: z.array(EdgeSchema),
  viewport: z.looseObject({ x: z.number(), y: z.number(), zoom: z.number() }).nullish(),
})

export type RawFlow = z.infer<typeof FlowSchema>
export type RawNode = z.infer<typeof NodeSchema>
export type RawEdge = z.infer<typeof EdgeSchema>
