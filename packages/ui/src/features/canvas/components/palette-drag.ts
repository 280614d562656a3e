const KIND = 'application/x-chatwright-node'

/** What is being dragged: a kind of node, and the values it comes with. */
export interface DraggedNode {
  name: string
  inputs?: Readonly<Record<string, string>> | undefined
}

export function writePaletteDrag(transfer: DataTransfer, dragged: DraggedNode): void {
  transfer.setData(KIND, JSON.stringify(dragged))
  transfer.effectAllowed = 'copy'
}

export function isPaletteDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(KIND)
}

export function readPaletteDrag(transfer: DataTransfer): DraggedNode | undefined {
  const text = transfer.getData(KIND)
  return text === '' ? undefined : (JSON.parse(text) as DraggedNode)
}
