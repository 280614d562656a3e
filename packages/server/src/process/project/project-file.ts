import { parseJson } from '@chatwright/core'
import { z } from 'zod'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { PROJECT_FILE, type ProjectFolder } from './project-folder.ts'

const KnownFlow = z.looseObject({
  /** The same on every server, unless one gave the flow another. */
  id: z.string(),
  ids: z.record(z.string(), z.string()).optional(),
})

const ProjectFile = z.looseObject({
  chatwright: z.literal(1),
  flows: z.record(z.string(), KnownFlow).default({}),
  /** What the flows expect of a server, by name. */
  credentials: z.array(z.looseObject({ name: z.string(), kind: z.string() })).default([]),
  variables: z.array(z.string()).default([]),
})
export type ProjectFile = z.infer<typeof ProjectFile>

const EMPTY: ProjectFile = { chatwright: 1, flows: {}, credentials: [], variables: [] }

/** Reads chatwright.json; an empty project where there is none yet. */
export function readProjectFile(folder: ProjectFolder): ProjectFile {
  const text = folder.read(PROJECT_FILE)?.replace(/^\uFEFF/, '')
  if (text === undefined) return EMPTY
  if (/^<{7} /m.test(text)) {
    throw new UserFacingError(`${PROJECT_FILE} contains a merge conflict. Choose one version and delete the markers.`)
  }
  try {
    return ProjectFile.parse(parseJson(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new UserFacingError(`${PROJECT_FILE} can't be read. ${reason}`)
  }
}

/** One line for each flow, sorted, so that branches that add flows merge. */
export function writeProjectFile(folder: ProjectFolder, file: ProjectFile): void {
  const flows = Object.entries(file.flows).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const sorted = {
    ...file,
    flows: Object.fromEntries(flows),
    credentials: file.credentials.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    variables: [...new Set(file.variables)].toSorted(),
  }
  folder.write(PROJECT_FILE, `${JSON.stringify(sorted, undefined, 2)}\n`)
}

export function idOn(file: ProjectFile, name: string, environment: string): string | undefined {
  const known = Object.hasOwn(file.flows, name) ? file.flows[name] : undefined
  return known?.ids?.[environment] ?? known?.id
}

export function withId(file: ProjectFile, name: string, on: { environment: string; id: string }): ProjectFile {
  const known = Object.hasOwn(file.flows, name) ? file.flows[name] : undefined
  const flow = !known
    ? { id: on.id }
    : known.id === on.id
      ? known
      : { ...known, ids: { ...known.ids, [on.environment]: on.id } }
  return { ...file, flows: { ...file.flows, [name]: flow } }
}
