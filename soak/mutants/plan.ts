import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas } from './areas.ts'
import { findMutants } from './find-mutants.ts'
import type { NumberedMutant } from './instrument.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface PlannedMutant extends NumberedMutant {
  file: string
  /** What the list of survivors calls it: it stays when lines move. */
  key: string
}

export interface Plan {
  tests: string[]
  mutants: PlannedMutant[]
  /** Every mutant of their files: who comes by one of these runs that file's code. */
  marks: PlannedMutant[]
  found: number
}

export interface Wanted {
  area: string
  isWhole: boolean
  seed: string
  /** Only files with this in their path. */
  file?: string | undefined
}

/** The mutants to try in an area: all, or the same sample for the same seed. */
export function makePlan({ area: name, isWhole, seed, file: part = '' }: Wanted): Plan {
  const area = areas.find((one) => one.name === name)
  if (!area) throw new Error(`No area is called ${name}: choose one of ${areas.map((one) => one.name).join(', ')}`)
  const files = sourceFiles(join(root, 'packages'))
  const found = files
    .filter((file) => area.sources.some((pattern) => pattern.test(file)) && !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => file.includes(part))
    .flatMap((file) => mutantsOf(file))
    .map((mutant, id) => ({ ...mutant, id }))
  const mutants = isWhole ? found : sampleOf(found, area.sample, seed)
  const broken = new Set(mutants.map((mutant) => mutant.file))
  return {
    tests: files.filter((file) => area.tests.test(file)),
    mutants,
    marks: found.filter((mutant) => broken.has(mutant.file)),
    found: found.length,
  }
}

export function mutantsOf(file: string): Omit<PlannedMutant, 'id'>[] {
  const seen = new Map<string, number>()
  return findMutants(readFileSync(join(root, file), 'utf8')).map((mutant) => {
    const name = `${file}: ${mutant.kind}: ${shorten(mutant.before)}${mutant.after && ` → ${shorten(mutant.after)}`}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return { ...mutant, file, key: times === 1 ? name : `${name} (${times})` }
  })
}

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 60)}…${line.slice(-25)}` : line
}

/** Lots are drawn once for each: among thousands, comparing draws them dozens of times. */
function sampleOf(found: PlannedMutant[], size: number, seed: string): PlannedMutant[] {
  return found
    .map((mutant) => ({ mutant, lot: draw(seed, mutant.key) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
    .sort((a, b) => a.id - b.id)
}

const draw = (seed: string, key: string): string => createHash('sha256').update(`${seed} ${key}`).digest('hex')

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => /^packages\/\w+\/src\//.test(file) && !file.includes('/node_modules/'))
    .sort()
}
