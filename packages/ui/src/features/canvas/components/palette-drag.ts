const KIND = 'application/x-chatwright-node'

export function writePaletteDrag(transfer: DataTransfer, nodeName: string): void {
  transfer.setData(KIND, nodeName)
  transfer.effectAllowed = 'copy'
}

export function isPaletteDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(KIND)
}

export function readPaletteDrag(transfer: DataTransfer): string | undefined {
  return transfer.getData(KIND) || undefined
}
