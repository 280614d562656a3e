import { z } from 'zod'
import { defineRoute } from './route.ts'

/** A model server found on this machine, with what it takes to draw a node for it. */
export const LocalModelServer = z.object({
  label: z.string(),
  address: z.string(),
  /** The chat model node that speaks to it, and the input of that node its address belongs in. */
  nodeName: z.string(),
  addressInput: z.string(),
  models: z.array(z.string()),
})
export type LocalModelServer = z.infer<typeof LocalModelServer>

export const listLocalModels = defineRoute({
  method: 'GET',
  path: '/local-models',
  access: 'owner',
  right: 'flow.read',
  tag: 'Nodes',
  summary: 'Find model servers on this machine and list their models.',
  response: z.array(LocalModelServer),
})
