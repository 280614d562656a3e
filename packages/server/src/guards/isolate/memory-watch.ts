import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 100
const PAGE_BYTES = 4096

/**
 * Watches all the memory of a process: buffers and unpacked data lie outside the heap that Node can limit. Only Linux
 * tells; elsewhere the heap's limit stands alone.
 */
export function watchMemory(
  pid: number | undefined,
  { limitMb, onExceeded }: { limitMb: number; onExceeded: () => void },
): { stop(): void } {
  const timer = setInterval(() => {
    if (residentMb(pid) > limitMb) onExceeded()
  }, LOOK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

function residentMb(pid: number | undefined): number {
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return (Number(resident) * PAGE_BYTES) / 1024 ** 2
  } catch {
    return 0
  }
}
