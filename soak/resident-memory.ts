import { readFileSync } from 'node:fs'

/** What a process holds in memory, as the operating system counts it. */
export function residentMegabytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return (pages * 4096) / 1024 ** 2
}
