/** The files of a printed flow, by their path in the folder. */
export interface PrintedFiles {
  /** The path of the code. */
  entry: string
  files: ReadonlyMap<string, string>
}

const CODE = '.flow.ts'

/** What the files of a flow are called, all beside each other in `flows/`. */
export function filesOf(name: string): { base: string; code: string; layout: string; forms: string } {
  const base = slug(name)
  return { base, ...besides(`flows/${base}${CODE}`) }
}

/** The files that belong to a file of code. */
export function besides(code: string): { code: string; layout: string; forms: string } {
  const start = code.endsWith(CODE) ? code.slice(0, -CODE.length) : code
  return { code, layout: `${start}.layout.json`, forms: `${start}.nodes.json` }
}

/** `support` of `flows/support.flow.ts`. */
export function baseOf(code: string): string {
  return slug(besides(code).layout.slice(code.lastIndexOf('/') + 1, -'.layout.json'.length))
}

/** A name as every file system takes it. */
export function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 60)
  const trimmed = plain.startsWith('-') ? plain.slice(1) : plain
  return (trimmed.endsWith('-') ? trimmed.slice(0, -1) : trimmed) || 'flow'
}
