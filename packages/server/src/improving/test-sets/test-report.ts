import type { CaseResult, TestCheck, TurnResult } from '@chatwright/contract'
import type { TurnOfCase } from './case-turn.ts'

export interface RanSet {
  name: string
  flowName: string
  cases: { name: string; turns: readonly Pick<TurnOfCase, 'checks'>[]; result: CaseResult }[]
}

type RanCase = RanSet['cases'][number]

/** What came of tests, for whoever reads a terminal or a log. */
export function describeReport(sets: readonly RanSet[]): string {
  const lines = sets.flatMap(({ name, flowName, cases }) => [
    onOneLine(`${flowName}: ${name}`),
    ...cases.flatMap((ran) => [
      `  ${MARKS[ran.result.verdict]} ${onOneLine(ran.name)}`,
      ...reasonsOf(ran).map((reason) => `      ${onOneLine(reason)}`),
    ]),
  ])
  const counts = (['passed', 'failed', 'unproved'] as const).map((verdict) => ({
    verdict,
    count: sets.flatMap(({ cases }) => cases).filter(({ result }) => result.verdict === verdict).length,
  }))
  const words = { passed: 'passed', failed: 'failed', unproved: 'not proved' }
  return `${lines.join('\n')}\n${counts.map(({ verdict, count }) => `${count} ${words[verdict]}`).join(', ')}\n`
}

/** Strangers ask what names a case: nothing of it may move the cursor or colour a terminal. */
function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

/** The same as JUnit XML. What is not proved is an error there: no pass, and no failure either. */
export function writeJUnit(sets: readonly RanSet[]): string {
  const suites = sets.map(({ name, flowName, cases }) => {
    const count = (verdict: string): number => cases.filter(({ result }) => result.verdict === verdict).length
    const tests = cases.map((ran) => {
      const seconds = ran.result.turns.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) / 1000
      const open = `<testcase classname="${xml(flowName)}" name="${xml(ran.name)}" time="${seconds}"`
      if (ran.result.verdict === 'passed') return `    ${open}/>`
      const kind = ran.result.verdict === 'failed' ? 'failure' : 'error'
      const reasons = reasonsOf(ran)
      const answers = ran.result.turns.map(({ answer }) => answer).join('\n')
      return `    ${open}><${kind} message="${xml(reasons.join('; '))}">${xml(answers)}</${kind}></testcase>`
    })
    return [
      `  <testsuite name="${xml(`${flowName}: ${name}`)}" tests="${cases.length}" failures="${count('failed')}" errors="${count('unproved')}">`,
      ...tests,
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

const MARKS = { passed: '✓', failed: '✗', unproved: '?' }

/** Why a case did not pass, a sentence for each reason. */
function reasonsOf({ turns, result }: RanCase): string[] {
  const all = result.turns.map((turn, index) => sentencesOf(turns[index]?.checks ?? [], turn))
  return result.turns.length === 1
    ? (all[0] ?? [])
    : all.flatMap((sentences, index) => sentences.map((sentence) => `Question ${index + 1}: ${sentence}`))
}

function sentencesOf(checks: readonly TestCheck[], { reason, said, checks: results }: TurnResult): string[] {
  switch (reason) {
    case 'run-failed':
      return [`The flow failed: ${said ?? 'no reason given'}`]
    case 'stopped':
      return [`${said ?? 'A step'} would make a call that isn't recorded. Run the test live.`]
    case 'not-the-same':
      return ['The answer differs from the saved one.']
    case 'no-checks':
      return ['The test has no check for a good answer.']
    case null:
      return results.flatMap(({ verdict, found }, index) => {
        const check = checks[index]
        if (!check || verdict === 'pass') return []
        return [verdict === 'unknown' ? `It is unknown whether it ${wanted(check)}.` : failing(check, found)]
      })
  }
}

/** What a check wants, after "it". */
function wanted(check: TestCheck): string {
  switch (check.kind) {
    case 'contains':
      return `contains "${check.text}"`
    case 'not-contains':
      return `does not contain "${check.text}"`
    case 'json-schema':
      return 'is JSON of the schema'
    case 'calls-tool':
      return `calls ${check.tool}${check.input ? ` with ${check.input}` : ''}`
    case 'cites':
      return `cites "${check.text}"`
    case 'finds':
      return `finds "${check.text}"${check.top ? ` among the first ${check.top}` : ''}`
    case 'language':
      return `is in ${check.language}`
    case 'length':
      return `is ${check.min ?? 0} to ${check.max ?? 'any number of'} characters long`
    case 'refuses':
      return 'refuses to answer'
    case 'cost':
      return `costs at most $${check.mostMicro / 1_000_000}`
    case 'time':
      return `takes at most ${check.mostMs} ms`
  }
}

function failing(check: TestCheck, found: string | null): string {
  const instead =
    check.kind === 'cost' ? `$${Number(found) / 1_000_000}` : check.kind === 'time' ? `${found} ms` : found
  return `Check failed: ${wanted(check)}${instead ? `: ${instead}` : ''}.`
}

/** Text as XML takes it: marked up, and without what no XML may hold. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
