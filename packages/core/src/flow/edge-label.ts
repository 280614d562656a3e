import { parseHandle } from './handles.ts'

/** What an edge says on the canvas: the branch it stands for when it leaves an if-else node, else nothing. */
export function edgeLabel(sourceHandle: string): string {
  const nodeId = parseHandle(sourceHandle)?.nodeId ?? sourceHandle
  if (!nodeId.includes('ifElse')) return ''
  const suffix = sourceHandle.slice(sourceHandle.lastIndexOf('-') + 1)
  return suffix === '0' || parseHandle(sourceHandle)?.name === 'returnTrue' ? 'true' : 'false'
}
