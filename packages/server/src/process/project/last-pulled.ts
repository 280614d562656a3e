import { parseJson, type Flow } from '@chatwright/core'
import { z } from 'zod'
import type { ProjectFolder } from './project-folder.ts'

/** A flow as this folder and a server had it in common last: what tells whose change is whose. */
export interface LastPulled {
  version: number
  flow: Flow
}

const LastPulledFile = z.object({
  version: z.number(),
  flow: z.custom<Flow>((value) => typeof value === 'object' && value !== null && 'nodes' in value && 'edges' in value),
})

/** Not of the project: what was pulled here says nothing about another clone. */
const FOLDER = '.chatwright'

export function readLastPulled(
  folder: ProjectFolder,
  at: { environment: string; name: string },
): LastPulled | undefined {
  const text = folder.read(placeOf(at))
  if (text === undefined) return undefined
  try {
    return LastPulledFile.parse(parseJson(text))
  } catch {
    // As if it had never been pulled: the next push says so.
    return undefined
  }
}

export function writeLastPulled(
  folder: ProjectFolder,
  at: { environment: string; name: string },
  last: LastPulled,
): void {
  folder.write(`${FOLDER}/.gitignore`, '*\n')
  folder.write(placeOf(at), `${JSON.stringify(last)}\n`)
}

function placeOf({ environment, name }: { environment: string; name: string }): string {
  return `${FOLDER}/${environment}/${name}.json`
}
