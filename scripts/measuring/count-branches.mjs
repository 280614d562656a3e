import { readFileSync } from 'node:fs'

/** How many branches there are and how many were taken, whole and by folder; those with most left to take come first. */
export function countBranches(file) {
  const folders = new Map()
  for (const [path, { b }] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    const [floor, room] = path.split(/packages[\\/]ui[\\/]src[\\/]/)[1].split(/[\\/]/)
    const name = floor === 'features' ? `${floor}/${room}` : floor
    const counts = Object.values(b).flat()
    const [hit, total] = folders.get(name) ?? [0, 0]
    folders.set(name, [hit + counts.filter((count) => count > 0).length, total + counts.length])
  }
  const sum = (place) => [...folders.values()].reduce((total, counts) => total + counts[place], 0)
  const left = ([, [hit, total]]) => total - hit
  return { hit: sum(0), total: sum(1), folders: [...folders].toSorted((a, b) => left(b) - left(a)) }
}
