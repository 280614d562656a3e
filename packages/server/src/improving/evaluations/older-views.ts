import type {
  ComparedCase,
  Comparison,
  Dataset,
  DatasetRow,
  Evaluation,
  EvaluationRow,
  TestCase,
  TestSet,
} from '@chatwright/contract'

export function toDataset({ id, name, flowName, cases, createdDate }: TestSet): Dataset {
  return { id, name, description: flowName, createdDate, updatedDate: createdDate, rowCount: cases }
}

/** Each turn of a case is a row, as datasets hold one question each. */
export function toDatasetRows(cases: readonly TestCase[]): DatasetRow[] {
  const rows = cases.flatMap(({ id, setId, turns, createdDate }) =>
    turns.map(({ question, expected }, index) => ({
      id: index === 0 ? id : `${id}-${index + 1}`,
      datasetId: setId,
      input: question,
      output: expected ?? '',
      updatedDate: createdDate,
    })),
  )
  return rows.map((row, sequenceNo) => ({ ...row, sequenceNo }))
}

const STATUS = { running: 'pending', done: 'completed', failed: 'error', cancelled: 'error' } as const

export function toEvaluation(comparison: Comparison): Evaluation {
  const { id, chatflowId, flowName, base, candidate, setId, setName, judge, state, summary, createdDate } = comparison
  const { done, worse, unclear } = summary
  return {
    id,
    name: `${flowName}: ${base} → ${candidate}`,
    chatflowId: JSON.stringify([chatflowId]),
    chatflowName: JSON.stringify([flowName]),
    datasetId: setId ?? '',
    datasetName: setName ?? '',
    evaluationType: 'benchmarking',
    additionalConfig: JSON.stringify({ base, candidate, judge }),
    status: STATUS[state],
    average_metrics: JSON.stringify({
      ...summary,
      totalRuns: done,
      passPcnt: done === 0 ? 0 : (100 * (done - worse - unclear)) / done,
    }),
    runDate: createdDate,
    latestEval: true,
    version: candidate,
  }
}

export function toEvaluationRow(item: ComparedCase, { id, base, candidate, createdDate }: Comparison): EvaluationRow {
  const { number, name, verdict, reason } = item
  return {
    id: `${id}-${number}`,
    evaluationId: id,
    input: name,
    expectedOutput: item.base.answer,
    actualOutput: JSON.stringify([item.candidate.answer]),
    evaluators: JSON.stringify([{ name: `${base} → ${candidate}`, result: verdict }]),
    metrics: JSON.stringify([{ latency: item.candidate.durationMs, costMicro: item.candidate.costMicro }]),
    errors: JSON.stringify(reason === null ? [] : [reason]),
    runDate: createdDate,
  }
}
