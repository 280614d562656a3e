import { parseFlow, printFlow, type CodeProblem, type ParsedFlow } from '@chatwright/code'
import {
  createCatalogueIndex,
  validateFlow,
  type CatalogueIndex,
  type Flow,
  type NodeDescription,
  type Problem,
} from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { readConfig } from '../../ground/config/config.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { credentialsIn } from './credential-names.ts'
import { codeOf, openProjectFolder, type ProjectFolder } from './project-folder.ts'
import { readProjectFile, type ProjectFile } from './project-file.ts'

/** A folder of flows as code, with the catalogue that they are read with. */
export interface Project {
  folder: ProjectFolder
  nodes: readonly NodeDescription[]
  catalogue: CatalogueIndex
  file: ProjectFile
}

export async function openProject(env: NodeJS.ProcessEnv, start: string): Promise<Project> {
  const { nodes } = await loadCatalogue({ folders: readConfig(env).extraNodes })
  const folder = openProjectFolder(start)
  return { folder, nodes, catalogue: createCatalogueIndex(nodes), file: readProjectFile(folder) }
}

export function parseHere({ folder, catalogue }: Project, name: string, before?: Flow): ParsedFlow {
  return parseFlow((path) => folder.read(path), catalogue, { entry: codeOf(name), ...(before && { before }) })
}

/** The flows that are named, by the name of their file or their own; all of the folder where none is. */
export function chooseFlows(project: Project, names: readonly string[]): string[] {
  const all = project.folder.flows()
  if (names.length === 0) return all
  return names.map((name) => {
    const plain = name.replace(/^.*\//, '').replace(/\.flow\.ts$/, '')
    const found = all.find((each) => each === plain) ?? all.find((each) => parseHere(project, each).name === name)
    if (found === undefined) {
      throw new UserFacingError(
        `There is no flow "${name}" here.${all.length > 0 ? ` There are: ${all.join(', ')}.` : ''}`,
      )
    }
    return found
  })
}

/** Something to fix in a flow of a project. */
export interface ProjectProblem {
  severity: 'error' | 'warning'
  code: string
  message: string
  file: string
  line: number
  column: number
}

export interface CheckedFlow {
  name: string
  title: string | undefined
  flow: Flow | undefined
  problems: ProjectProblem[]
}

/** What keeps a flow from being read or from answering, each with its place. */
export function checkFlow(project: Project, name: string): CheckedFlow {
  const { flow, name: title, problems } = parseHere(project, name)
  if (!flow) return { name, title, flow, problems: problems.map((each) => asError(each)) }
  const text = project.folder.read(codeOf(name)) ?? ''
  const at = (words: readonly string[]) => placeOf(codeOf(name), text, words)
  const { catalogue, file } = project
  const found = validateFlow(flow, catalogue).map((problem): ProjectProblem => asProblem(problem, at))
  const expected = new Set(file.credentials.map((each) => each.name))
  const strange = [...credentialsIn(flow)]
    .filter((credential) => expected.size > 0 && !expected.has(credential))
    .map((credential): ProjectProblem => ({
      severity: 'error',
      code: 'credential-unknown',
      message: `chatwright.json names no credential "${credential}". Add it to "credentials", or use one of: ${[...expected].join(', ')}.`,
      ...at([`'${credential}'`, `"${credential}"`]),
    }))
  return { name, title, flow, problems: [...found, ...strange] }
}

function asError({ code, message, file, line, column }: CodeProblem): ProjectProblem {
  return { severity: 'error', code, message, file, line, column }
}

type Place = Pick<ProjectProblem, 'file' | 'line' | 'column'>

function asProblem(problem: Problem, at: (words: readonly string[]) => Place): ProjectProblem {
  const { code, message, nodeId } = problem
  // Which one it is may be the server's to say: an exported flow has none.
  const severity = code === 'missing-credential' ? 'warning' : problem.severity
  return { severity, code, message, ...at(nodeId === undefined ? [] : constOf(nodeId)) }
}

/** A node's const is its id, or has it among its settings. */
function constOf(id: string): string[] {
  return [`const ${id} =`, `id: '${id}'`]
}

function placeOf(file: string, text: string, words: readonly string[]): Place {
  const found = words.map((each) => text.indexOf(each)).find((at) => at >= 0)
  const before = text.slice(0, found ?? 0)
  const line = before.split('\n').length
  return { file, line, column: before.length - before.lastIndexOf('\n') }
}

/** Writes a flow as its files, and removes those of its long texts that it no longer has. */
export function writeFlow(
  { folder, catalogue }: Project,
  { name, title, flow, before }: { name: string; title: string; flow: Flow; before: Flow | undefined },
): void {
  const { files } = printFlow(flow, catalogue, { name: title, file: name })
  const old = before ? printFlow(before, catalogue, { name: title, file: name }).files : new Map<string, string>()
  for (const path of files.keys()) {
    const isUsual = path.startsWith('prompts/') || path.startsWith('code/') || path.startsWith(`flows/${name}.`)
    // The flow names these files, and whoever drew it may be a stranger to this folder.
    if (!isUsual && !old.has(path)) {
      throw new UserFacingError(
        `"${title}" would write ${path}, which isn't below prompts or code. Rename the file on its side.`,
      )
    }
  }
  for (const [path, text] of files) folder.write(path, text)
  for (const path of old.keys()) {
    if (!files.has(path) && (path.startsWith(`prompts/${name}/`) || path.startsWith(`code/${name}/`)))
      folder.remove(path)
  }
}
