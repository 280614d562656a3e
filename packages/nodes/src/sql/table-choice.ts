/** Which tables a model may read: those named, or all; never an ignored one. Names are in small letters. */
export interface TableChoice {
  include: readonly string[]
  ignore: readonly string[]
}

export interface TableName {
  name: string
  schema?: string
  /** In a schema whose tables are found by their bare name, as all of SQLite's are. */
  isInPath: boolean
}

export function readTableChoice(lists: { include: string | undefined; ignore: string | undefined }): TableChoice {
  return { include: namesIn(lists.include), ignore: namesIn(lists.ignore) }
}

/** A bare name ignores the tables of every schema: better one too many than one too few. */
export function isIgnored({ ignore }: TableChoice, table: TableName): boolean {
  return ignore.includes(table.name.toLowerCase()) || ignore.includes(wholeName(table))
}

export function isChosen(choice: TableChoice, table: TableName): boolean {
  if (isIgnored(choice, table)) return false
  if (choice.include.length === 0) return table.isInPath
  return (
    (table.isInPath && choice.include.includes(table.name.toLowerCase())) || choice.include.includes(wholeName(table))
  )
}

function wholeName({ schema, name }: TableName): string {
  return (schema === undefined ? name : `${schema}.${name}`).toLowerCase()
}

function namesIn(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim().replaceAll('"', '').toLowerCase())
    .filter(Boolean)
}
