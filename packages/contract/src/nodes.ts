import type { CredentialDescription, NodeDescription, PreviousNode } from '@chatwright/core'
import { z } from 'zod'
import { Id, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Nodes'

/** Written once at start from the declarations, so an answer is not parsed again. */
const Nodes = z.custom<NodeDescription[]>()
const Kinds = z.custom<CredentialDescription[]>()

const ByName = z.strictObject({ name: text(200).min(1) })

export const NodeOption = z.object({ label: z.string(), name: z.string(), description: z.string().optional() })
export type NodeOption = z.infer<typeof NodeOption>

/** A node as it stands on the canvas; only its inputs and its credential matter here. */
export const NodeLoadRequest = z.strictObject({
  loadMethod: text(100).min(1),
  inputs: z.record(z.string(), z.unknown()).optional(),
  credential: Id.or(z.literal('')).optional(),
  /** The steps that lead to this one. */
  previousNodes: z
    .array(
      z.looseObject({
        id: text(300),
        name: text(300),
        label: text(300),
        inputs: z.record(z.string(), z.unknown()),
      }),
    )
    .max(1000)
    .optional(),
  ...Object.fromEntries(
    [
      'id',
      'label',
      'version',
      'name',
      'type',
      'icon',
      'baseClasses',
      'category',
      'description',
      'inputParams',
      'inputAnchors',
      'outputAnchors',
      'outputs',
      'selected',
      'traits',
      'aliases',
      'badge',
      'documentation',
      'loadMethods',
      'tags',
      'currentNode',
      'color',
    ].map((key) => [key, z.unknown().optional()]),
  ),
})
export interface NodeLoadRequest {
  loadMethod: string
  inputs?: Record<string, unknown> | undefined
  credential?: string | undefined
  previousNodes?: readonly PreviousNode[] | undefined
}

export const listNodes = defineRoute({
  method: 'GET',
  path: '/nodes',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List all nodes with their inputs and outputs.',
  response: Nodes,
})

export const getNode = defineRoute({
  method: 'GET',
  path: '/nodes/:name',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a node.',
  params: ByName,
  response: z.custom<NodeDescription>(),
  errors: ['node-not-found'],
})

export const listNodesInCategory = defineRoute({
  method: 'GET',
  path: '/nodes/category/:name',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List the nodes of a category.',
  params: ByName,
  response: Nodes,
})

export const getNodeIcon = defineRoute({
  method: 'GET',
  path: '/node-icon/:name',
  access: 'public',
  isUncounted: true,
  tag,
  summary: "Get a node's icon.",
  params: ByName,
  produces: 'file',
  errors: ['icon-not-found'],
})

export const getNodeIcons = defineRoute({
  method: 'GET',
  path: '/node-icons',
  access: 'public',
  isUncounted: true,
  tag,
  summary: 'Get the icons of all nodes and credentials as one SVG file, named in `data-nodes` and `data-credentials`.',
  produces: 'file',
})

export const loadNodeOptions = defineRoute({
  method: 'POST',
  path: '/node-load-method/:name',
  access: 'owner',
  right: 'flow.edit',
  isAudited: false,
  tag,
  summary: "Load the options of an input, such as a provider's models.",
  params: ByName,
  body: NodeLoadRequest,
  response: z.array(NodeOption),
  errors: [
    'node-not-found',
    'load-method-not-found',
    'load-method-failed',
    'credential-not-found',
    'credential-refused',
    'credential-unreadable',
  ],
})

export const listCredentialKinds = defineRoute({
  method: 'GET',
  path: '/components-credentials',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List all credential types with their fields.',
  response: Kinds,
})

export const getCredentialKind = defineRoute({
  method: 'GET',
  path: '/components-credentials/:name',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a credential type, or several joined by `&`.',
  params: ByName,
  response: z.custom<CredentialDescription | CredentialDescription[]>(),
  errors: ['credential-kind-not-found'],
})

export const getCredentialKindIcon = defineRoute({
  method: 'GET',
  path: '/components-credentials-icon/:name',
  access: 'public',
  isUncounted: true,
  tag,
  summary: "Get a credential type's icon.",
  params: ByName,
  produces: 'file',
  errors: ['icon-not-found'],
})
