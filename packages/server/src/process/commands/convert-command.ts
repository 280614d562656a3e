import { parseFlow, printFlow, type CodeProblem } from '@chatwright/code'
import {
  createCatalogueIndex,
  flowKind,
  FlowFormatError,
  readFlow,
  type CatalogueIndex,
  type Flow,
} from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { readConfig } from '../../ground/config/config.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'

interface Wanted {
  as?: string | undefined
  out?: string | undefined
  json?: boolean | undefined
}

/** What became of a file: the same for every format that is read. */
export interface ConvertedFile {
  file: string
  format: string
  formatVersion: string
  flows: ConvertedFlow[]
  notes: string[]
}

interface ConvertedFlow {
  name: string
  kind: 'chat' | 'agents'
  nodes: ConvertedNode[]
  problems: { code: string; message: string; file?: string; line?: number; column?: number }[]
  /** Not there where the file can't be read. */
  flow: Flow | undefined
}

interface ConvertedNode {
  name: string
  type: string
  /** `same` runs as it did; `unknown` is kept as it is, and can't run here. */
  verdict: 'same' | 'unknown'
  to: string
  note: string
}

const CODE = '.flow.ts'

/** `chatwright convert`: reads a flow from a file, without a server; answers whether all of it was read. */
export async function convert(env: NodeJS.ProcessEnv, file: string, { as, out, json }: Wanted): Promise<boolean> {
  if ((as === undefined) !== (out === undefined) || (as === undefined && !json)) {
    throw new UserFacingError('Add --json to print the flow, or --as code --out <folder> to write it as code.')
  }
  const { nodes } = await loadCatalogue({ folders: readConfig(env).extraNodes })
  const catalogue = createCatalogueIndex(nodes)
  const converted = file.endsWith(CODE) ? readCode(file, catalogue) : readDocument(file, catalogue)
  if (json) process.stdout.write(`${JSON.stringify(converted, undefined, 2)}\n`)
  const problems = converted.flows.flatMap((each) => each.problems)
  if (!json) {
    for (const { file: place, line, column, message } of problems) {
      process.stderr.write(`${place === undefined ? '' : `${place}:${line}:${column} `}${message}\n`)
    }
  }
  const isRead = converted.flows.every(({ flow }) => flow !== undefined)
  if (out !== undefined && isRead) {
    for (const { name, flow } of converted.flows)
      if (flow) writeCode(flow, { name, out, catalogue, isQuiet: json === true })
  }
  return isRead
}

function readDocument(file: string, catalogue: CatalogueIndex): ConvertedFile {
  try {
    const { flow, changes, name } = readFlow(readText(file), catalogue.describe)
    const converted: ConvertedFlow = {
      name: name ?? basename(file).replace(/\.json$/i, ''),
      kind: flowKind(flow),
      nodes: nodesOf(flow, catalogue),
      problems: [],
      flow,
    }
    return { ...about(file, 'flow'), flows: [converted], notes: changes.map(({ message }) => message) }
  } catch (error) {
    if (!(error instanceof FlowFormatError)) throw error
    throw new UserFacingError(`${file}: ${error.message}`)
  }
}

function readCode(file: string, catalogue: CatalogueIndex): ConvertedFile {
  readText(file)
  const folder = dirname(resolve(file))
  // The files of a project lie beside its folder of flows.
  const root = basename(folder) === 'flows' ? dirname(folder) : folder
  const entry = `${basename(folder) === 'flows' ? 'flows/' : ''}${basename(file)}`
  const { flow, name, kind, problems } = parseFlow((path) => readInside(root, path), catalogue, { entry })
  const converted: ConvertedFlow = {
    name: name ?? basename(file, CODE),
    kind: kind ?? 'chat',
    nodes: flow ? nodesOf(flow, catalogue) : [],
    problems: problems.map((problem) => shownProblem(problem)),
    flow,
  }
  return { ...about(file, 'code'), flows: [converted], notes: [] }
}

function about(file: string, format: string): Pick<ConvertedFile, 'file' | 'format' | 'formatVersion'> {
  return { file, format, formatVersion: '1' }
}

function nodesOf({ nodes }: Flow, catalogue: CatalogueIndex): ConvertedNode[] {
  return nodes.map(({ id, data }) => {
    const isKnown = catalogue.describe(data.name) !== undefined
    return {
      name: id,
      type: data.name,
      verdict: isKnown ? 'same' : 'unknown',
      to: data.name,
      note: isKnown ? '' : `The catalogue has no node "${data.name}". It is kept as it is.`,
    }
  })
}

function shownProblem({ code, message, file, line, column }: CodeProblem): ConvertedFlow['problems'][number] {
  return { code, message, file, line, column }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UserFacingError(`"${file}" can't be read. Check the path.`)
  }
}

/** A file of the project; nothing where it is none, or where a link leads out of the folder. */
function readInside(root: string, path: string): string | undefined {
  const place = join(root, path)
  if (!existsSync(place)) return undefined
  if (!realpathSync(place).startsWith(realpathSync(root) + sep)) return undefined
  return readFileSync(place, 'utf8')
}

function writeCode(
  flow: Flow,
  { name, out, catalogue, isQuiet }: { name: string; out: string; catalogue: CatalogueIndex; isQuiet: boolean },
): void {
  const { files } = printFlow(flow, catalogue, { name })
  for (const [path, text] of files) {
    const place = join(out, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
    if (!isQuiet) process.stdout.write(`${place}\n`)
  }
}
