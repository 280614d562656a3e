import { isShapeFault, parseJson } from '@chatwright/core'
import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml'
import { MOST_CHARACTERS, MOST_VALUES } from './bounds.ts'
import { ImportError } from './import-error.ts'

/** How deep a file may nest: what walks over it later may recurse. */
const MOST_LEVELS = 100

/** A YAML file with more lines is none that people wrote: its parser takes its time for each. */
const MOST_YAML_CHARACTERS = 4 * 1024 * 1024

export function readJsonText(source: string): unknown {
  refuseLong(source)
  try {
    return parseJson(source.replace(/^\uFEFF/, ''), { maxDepth: MOST_LEVELS, maxValues: MOST_VALUES })
  } catch (error) {
    if (isShapeFault(error)) throw new ImportError(`The file can't be imported: ${(error as Error).message}.`)
    throw new ImportError('The file is not valid JSON. Export the flow again.')
  }
}

/** YAML without aliases that multiply, tags that make anything, or nesting without end. */
export function readYamlText(source: string): unknown {
  refuseLong(source)
  if (source.length > MOST_YAML_CHARACTERS)
    throw new ImportError('The file is longer than 4 MB of YAML. Split the app.')
  const fault = deepLine(source)
  if (fault !== undefined) throw new ImportError(fault)
  const document = parseDocument(source, { logLevel: 'silent', schema: 'core', merge: false, prettyErrors: false })
  const [first] = document.errors
  if (first) throw new ImportError(`The file is not valid YAML: ${first.message.split('\n')[0] ?? ''}`)
  let aliases = 0
  visit(document, {
    Alias() {
      aliases += 1
    },
    Pair(_, pair) {
      if (isScalar(pair.key) || pair.key === null) return undefined
      if (isMap(pair.key) || isSeq(pair.key))
        throw new ImportError('The file uses YAML that no app has: a key is a list.')
      return undefined
    },
  })
  // Each may stand for all that was written so far: no exporter writes one.
  if (aliases > 0) throw new ImportError('The file uses YAML aliases, which are not imported. Write the values out.')
  return document.toJS({ maxAliasCount: 0 }) as unknown
}

function refuseLong(source: string): void {
  if (source.length > MOST_CHARACTERS) throw new ImportError('The file is larger than 20 MB. Split it into several.')
}

/** The parser calls itself for each level: too many are refused before it sees them. */
function deepLine(source: string): string | undefined {
  let flow = 0
  let deepest = 0
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charCodeAt(at)
    if (sign === 0x5b || sign === 0x7b) deepest = Math.max(deepest, (flow += 1))
    else if (sign === 0x5d || sign === 0x7d) flow = Math.max(0, flow - 1)
    else if (sign === 0x0a && flow > 0 && /^[\w-]+:/.test(source.slice(at + 1, at + 40))) flow = 0
  }
  // Texts hold brackets, too: far more than they ever have is a file made to hurt.
  if (deepest > 5000) return 'The file nests too deeply.'
  const widest = /(?:^|\n)(?:- ){101}/.test(source) || /\n {600,}[^ \n]{1,60}:/.test(source)
  return widest ? 'The file nests too deeply.' : undefined
}
