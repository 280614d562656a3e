import type { NodeDescription } from '../../node/definition.ts'
import type { FlowNode } from '../document.ts'
import type { Problem } from './problem.ts'

/** A node drawn with an older version, or under an older name, runs in today's shape; better to see that shape. */
export function checkVersion({ id, data }: FlowNode, description: NodeDescription): Problem[] {
  const isRenamed = data.name !== description.name
  const version = data.version ?? 0
  if (!isRenamed && version >= description.version) return []
  return [
    {
      code: 'outdated-node',
      severity: 'warning',
      nodeId: id,
      message: isRenamed
        ? `${data.label} (${data.name}) is ${description.label} today.`
        : `${data.label} uses ${version === 0 ? 'an unnumbered version' : `version ${version}`}. The current version is ${description.version}.`,
      phrase: isRenamed
        ? { id: 'nodeRenamed', values: { node: data.label, name: data.name, today: description.label } }
        : {
            id: version === 0 ? 'nodeUnnumbered' : 'nodeOutdated',
            values: { node: data.label, today: description.version, ...(version !== 0 && { version }) },
          },
      fix: 'Update the node. Its values stay; connections that no longer fit are removed.',
      action: { type: 'update-node', nodeId: id },
    },
  ]
}
