import { printFlow, type CodeProblem } from '@chatwright/code'
import {
  createCatalogueIndex,
  flowKind,
  FlowFormatError,
  readFlow,
  type CatalogueIndex,
  type Flow,
} from '@chatwright/core'
import { ImportError, importFile, type ImportedFile, type ImportedFlow, type ImportedNode } from '@chatwright/importers'
import { loadCatalogue } from '@chatwright/nodes'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readConfig } from '../../ground/config/config.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { readForeignFile } from '../../transfer/from-elsewhere/read-foreign-file.ts'
import { parseCodeFile } from '../project/code-file.ts'
import { CODE } from '../project/project-folder.ts'

interface Wanted {
  as?: string | undefined
  out?: string | undefined
  json?: boolean | undefined
}

/** What became of a file: the same for every format that is read. */
interface ConvertedFile {
  file: string
  format: string
  formatVersion: string
  flows: ConvertedFlow[]
  notes: string[]
}

interface ConvertedFlow {
  name: string
  kind: 'chat' | 'agents'
  nodes: ImportedNode[]
  problems: Problem[]
  /** Not there where the file can't be read. */
  flow: Flow | undefined
}

interface Problem {
  code: string
  message: string
  file?: string
  line?: number
  column?: number
  node?: string
  step?: string
}

/** `chatwright convert`: reads flows from files, without a server; answers whether all of them were read. */
export async function convert(env: NodeJS.ProcessEnv, files: readonly string[], wanted: Wanted): Promise<boolean> {
  const { as, out, json } = wanted
  if ((as !== undefined && out === undefined) || (out === undefined && !json)) {
    throw new UserFacingError('Add --json to print the flow, or --as code --out <folder> to write it as code.')
  }
  const { nodes } = await loadCatalogue({ folders: readConfig(env).extraNodes })
  const catalogue = createCatalogueIndex(nodes)
  let isRead = true
  for (const file of files) isRead = (await convertOne(file, catalogue, wanted)) && isRead
  return isRead
}

async function convertOne(file: string, catalogue: CatalogueIndex, { as, out, json }: Wanted): Promise<boolean> {
  let converted: ConvertedFile
  try {
    converted = file.endsWith(CODE) ? readCode(file, catalogue) : await readDocument(file, catalogue)
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    process.stderr.write(`${error.message}\n`)
    if (json) print({ file, format: 'unknown', formatVersion: '', flows: [], notes: [error.message] })
    return false
  }
  if (json) print(converted)
  else {
    for (const { file: place, line, column, node, message } of converted.flows.flatMap((each) => each.problems)) {
      const where = place === undefined ? (node === undefined ? '' : `${file}: `) : `${place}:${line}:${column} `
      process.stderr.write(`${where}${message}\n`)
    }
  }
  const isRead = converted.flows.every(({ flow }) => flow !== undefined)
  if (out === undefined || !isRead) return isRead
  for (const { name, flow } of converted.flows) {
    if (!flow) continue
    if (as === 'code') writeCode(flow, { name, out, catalogue, isQuiet: json === true })
    else writeDocument(flow, { name, out, isQuiet: json === true })
  }
  return isRead
}

/** One line for each file, so that several can be read one after the other. */
function print(converted: ConvertedFile): void {
  process.stdout.write(`${JSON.stringify(converted)}\n`)
}

async function readDocument(file: string, catalogue: CatalogueIndex): Promise<ConvertedFile> {
  try {
    const foreign = await readForeignFile({ name: file, bytes: readBytes(file) })
    const imported = importFile(foreign, catalogue)
    if (imported) return shownImport(file, imported)
    return readOwn(file, foreign.texts[0]?.text ?? '', catalogue)
  } catch (error) {
    if (error instanceof ImportError || error instanceof FlowFormatError) {
      throw new UserFacingError(`${file}: ${error.message}`)
    }
    throw error
  }
}

function shownImport(file: string, { format, formatVersion, flows, notes }: ImportedFile): ConvertedFile {
  const shown = flows.map(({ name, kind, nodes, problems, flow }: ImportedFlow) => ({
    name,
    kind,
    nodes,
    problems,
    flow,
  }))
  return { file, format, formatVersion, flows: shown, notes }
}

function readOwn(file: string, text: string, catalogue: CatalogueIndex): ConvertedFile {
  const { flow, changes, name } = readFlow(text, catalogue.describe)
  const converted: ConvertedFlow = {
    name: name ?? basename(file).replace(/\.json$/i, ''),
    kind: flowKind(flow),
    nodes: nodesOf(flow, catalogue),
    problems: [],
    flow,
  }
  return { ...about(file, 'flow'), flows: [converted], notes: changes.map(({ message }) => message) }
}

function readCode(file: string, catalogue: CatalogueIndex): ConvertedFile {
  readBytes(file)
  const { flow, name, kind, problems } = parseCodeFile(file, catalogue)
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

function nodesOf({ nodes }: Flow, catalogue: CatalogueIndex): ImportedNode[] {
  return nodes.map(({ id, type, data }): ImportedNode => {
    if (type === 'stickyNote') return { name: id, type: data.name, verdict: 'note', to: [id], note: '' }
    const isKnown = catalogue.describe(data.name) !== undefined
    return {
      name: id,
      type: data.name,
      verdict: isKnown ? 'same' : 'placeholder',
      to: [id],
      note: isKnown ? '' : `The catalogue has no node "${data.name}". It is kept as it is.`,
    }
  })
}

function shownProblem({ code, message, file, line, column }: CodeProblem): Problem {
  return { code, message, file, line, column }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch {
    throw new UserFacingError(`"${file}" can't be read. Check the path.`)
  }
}

interface Written {
  name: string
  out: string
  isQuiet: boolean
}

function writeCode(flow: Flow, { name, out, catalogue, isQuiet }: Written & { catalogue: CatalogueIndex }): void {
  const { files } = printFlow(flow, catalogue, { name })
  for (const [path, text] of files) write(join(out, path), text, isQuiet)
}

function writeDocument(flow: Flow, { name, out, isQuiet }: Written): void {
  const file =
    name
      .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-')
      .slice(0, 120)
      .trim() || 'flow'
  write(join(out, `${file}.json`), `${JSON.stringify(flow, undefined, 2)}\n`, isQuiet)
}

function write(place: string, text: string, isQuiet: boolean): void {
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
  if (!isQuiet) process.stdout.write(`${place}\n`)
}
