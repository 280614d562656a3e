import { NodeError } from '@chatwright/core'
import { firstCodeBlock } from '../model-values/find-written.ts'

/** Statements and functions that reach beyond reading tables. The connection is read-only too; this says why. */
const forbidden =
  /\b(insert|update|delete|drop|alter|create|truncate|grant|revoke|attach|detach|pragma|vacuum|copy|call|execute|merge|replace\s+into|set|load_extension|readfile|writefile|pg_read_\w+|pg_ls_\w+|pg_sleep\w*|pg_terminate_\w+|pg_cancel_\w+|lo_\w+|dblink\w*|set_config|query_to_xml\w*)\b/i

const LONGEST_QUERY = 20_000

/** The one SELECT in what a model wrote, without code fences; anything else is refused. */
export function selectOnly(text: string): string {
  if (text.length > LONGEST_QUERY) throw refused('it is longer than any query has to be', text)
  const statement = (firstCodeBlock(text) ?? text)
    .trim()
    .replace(/^\s*(?:SQLQuery|SQL)\s*:/i, '')
    .trim()
    .replace(/;\s*$/, '')
  const bare = withoutTexts(statement)
  if (!/^(select|with)\b/i.test(bare)) throw refused('it is not a SELECT', statement)
  if (bare.includes(';')) throw refused('it holds more than one statement', statement)
  const word = forbidden.exec(bare)?.[0]
  if (word) throw refused(`it uses "${word}"`, statement)
  return statement
}

/** Words inside quotes and comments are not commands. */
function withoutTexts(sql: string): string {
  return sql
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/g, "''")
    .trim()
}

function refused(why: string, statement: string): NodeError {
  return new NodeError(`The query of the model was not run, because ${why}: ${statement.slice(0, 300)}`, {
    code: 'refused',
    hint: 'Only reading is allowed. Ask a question that can be answered by looking things up.',
  })
}
