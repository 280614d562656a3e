/** Something that reading a file changed, or kept although this server cannot use it. */
export interface Change {
  kind:
    | 'placed-node'
    | 'completed-node'
    | 'renumbered-node'
    | 'renamed-node'
    | 'kept-node'
    | 'kept-agentflow'
    | 'opened-branches'
    | 'rewired-edge'
    | 'removed-edge'
    | 'restored-reference'
    | 'kept-file'
    | 'dropped-value'
  message: string
  nodeId?: string
  edgeId?: string
}
