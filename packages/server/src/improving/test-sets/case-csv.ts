import { AppError, CaseValues, TestCheck } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import { z } from 'zod'
import { readCsvText, withoutMark, writeCsvText } from '../../ground/csv-text.ts'

/** A line of a set as it travels: `input` and `output` as in datasets of Flowise. */
interface Line {
  name: string
  /** Which question of its conversation it is. */
  turn: number
  input: string
  output: string
  checks: readonly TestCheck[]
}

const COLUMNS = ['input', 'output', 'checks', 'name', 'turn'] as const
/** A passage is written among the checks, and read from a column of its own too. */
type Column = (typeof COLUMNS)[number] | 'passage'

/** What others call the columns. */
const NAMES: Readonly<Record<string, Column>> = {
  input: 'input',
  question: 'input',
  prompt: 'input',
  output: 'output',
  expected: 'output',
  expectedoutput: 'output',
  answer: 'output',
  checks: 'checks',
  passage: 'passage',
  name: 'name',
  turn: 'turn',
}

/** As many characters as a check holds. */
const LONGEST_PASSAGE = 1000

const Checks = z.array(TestCheck)

export function writeCases(lines: readonly Line[]): string {
  return writeCsvText([
    COLUMNS,
    ...lines.map(({ name, turn, input, output, checks }) => [
      input,
      output,
      checks.length === 0 ? '' : JSON.stringify(checks),
      name,
      String(turn),
    ]),
  ])
}

/** Cases out of a CSV. A line whose turn is not the first goes on with the case above it. */
export async function readCases(csv: string, firstRowHeaders: boolean | undefined): Promise<CaseValues[]> {
  const rows = await readCsvText(csv).catch(refuseCsv)
  const [first = []] = rows
  const named = first.map(
    (cell) =>
      NAMES[
        cell
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]/g, '')
      ],
  )
  const hasNames = firstRowHeaders ?? named.includes('input')
  const columns: readonly (Column | undefined)[] = hasNames && named.includes('input') ? named : ['input', 'output']
  const cases: CaseValues[] = []
  for (const [index, cells] of (hasNames ? rows.slice(1) : rows).entries()) {
    const line = index + (hasNames ? 2 : 1)
    const cell = (column: Column): string => withoutMark(cells[columns.indexOf(column)] ?? '')
    const checks = readChecks(cell('checks'), line)
    const passage = cell('passage').trim()
    if (passage !== '') checks.push({ kind: 'finds', text: passage.slice(0, LONGEST_PASSAGE) })
    const turn = { question: cell('input'), expected: cell('output') || null, checks }
    const last = cases.at(-1)
    if (last && Number(cell('turn')) > 1) last.turns.push(turn)
    else cases.push({ ...(cell('name') !== '' && { name: cell('name').slice(0, 200) }), turns: [turn] })
    const read = CaseValues.safeParse(cases.at(-1))
    if (!read.success) throw refusal(line, read.error.issues[0]?.message ?? "It can't be read")
  }
  if (cases.length === 0) throw refusal(1, 'There is no line with a question')
  return cases
}

function readChecks(text: string, line: number): TestCheck[] {
  if (text.trim() === '') return []
  try {
    return Checks.parse(parseJson(text))
  } catch {
    throw refusal(line, "Its checks can't be read")
  }
}

/** Of what the reader refuses only a quote that is never closed is left. */
function refuseCsv(error: unknown): never {
  const { code, lines } = error as { code?: unknown; lines?: number }
  throw code === 'CSV_QUOTE_NOT_CLOSED' ? refusal(lines ?? 1, 'A cell begins with a quote that is never closed') : error
}

function refusal(line: number, message: string): AppError {
  return new AppError(
    'invalid-request',
    { issues: [{ path: `line ${line}`, message }] },
    {
      message: `Line ${line} of the CSV: ${message}.`,
    },
  )
}
