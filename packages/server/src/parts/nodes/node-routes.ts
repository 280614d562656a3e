import {
  getCredentialKind,
  getCredentialKindIcon,
  getNode,
  getNodeIcon,
  getNodeIcons,
  listCredentialKinds,
  listNodes,
  listNodesInCategory,
  loadNodeOptions,
} from '@chatwright/contract'
import type { Catalogue } from '@chatwright/nodes'
import { handle, type Handler } from '../../door/http/handle.ts'
import { prepareAnswer, prepareJson } from '../../door/http/prepared-answer.ts'
import { PICTURE_HEADERS, sendIcon } from './icon-answer.ts'
import { drawIconSheet } from './icon-sheet.ts'
import type { NodeService } from './node-service.ts'

export const nodeRoutes = (nodes: NodeService, catalogue: Catalogue): Handler[] => {
  const allNodes = prepareJson(catalogue.nodes)
  const allKinds = prepareJson(catalogue.credentials)
  const allIcons = prepareAnswer(() => drawIconSheet(catalogue.ownIcons()), {
    'content-type': 'image/svg+xml',
    ...PICTURE_HEADERS,
  })
  return [
    handle(listNodes, async ({ request, reply }) => {
      await allNodes.send(request, reply)
      return []
    }),
    handle(getNode, ({ params }) => nodes.describe(params.name)),
    handle(listNodesInCategory, ({ params }) => nodes.inCategory(params.name)),
    handle(getNodeIcon, ({ params, reply }) => sendIcon(reply, params.name, nodes.iconPath(params.name))),
    handle(getNodeIcons, async ({ request, reply }) => {
      await allIcons.send(request, reply)
      return ''
    }),
    handle(loadNodeOptions, ({ params, body }) => nodes.loadOptions(params.name, body)),
    handle(listCredentialKinds, async ({ request, reply }) => {
      await allKinds.send(request, reply)
      return []
    }),
    handle(getCredentialKind, ({ params }) => nodes.describeKinds(params.name)),
    handle(getCredentialKindIcon, ({ params, reply }) =>
      sendIcon(reply, params.name, catalogue.credentialIconPath(params.name)),
    ),
  ]
}
