import {
  createTestCase,
  createTestSet,
  deleteTestCase,
  deleteTestSet,
  exportTestCsv,
  exportTestSet,
  getTestSet,
  importTestCsv,
  keepAsTest,
  listTestCases,
  listTestSets,
  renameTestSet,
  runTestCase,
  updateTestCase,
} from '@chatwright/contract'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { TestSetService } from './test-set-service.ts'

export const testSetRoutes = (tests: TestSetService): Handler[] => [
  handle(listTestSets, ({ query }) => tests.list(query)),
  handle(createTestSet, ({ body }) => tests.create(body)),
  handle(keepAsTest, ({ body }) => tests.keep(body)),
  handle(getTestSet, ({ params }) => tests.get(params.id)),
  handle(renameTestSet, ({ params, body }) => tests.rename(params.id, body.name)),
  handle(deleteTestSet, ({ params }) => tests.delete(params.id)),
  handle(listTestCases, ({ params, query }) => tests.cases(params.id, query)),
  handle(createTestCase, ({ params, body }) => tests.createCase(params.id, body)),
  handle(updateTestCase, ({ params, body }) => tests.updateCase(placeOf(params), body)),
  handle(deleteTestCase, ({ params }) => tests.deleteCase(placeOf(params))),
  handle(runTestCase, ({ params, body }) => tests.run(placeOf(params), body.isAsking ?? false)),
  handle(importTestCsv, ({ params, body }) => tests.readCsv(params.id, body)),
  handle(exportTestCsv, async ({ params, reply }) => {
    const { name, csv } = await tests.writeCsv(params.id)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', fileNamed(`${name}.csv`))
      .send(csv)
  }),
  handle(exportTestSet, async ({ params, reply }) => {
    const { name, pieces } = await tests.writeFile(params.id)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', fileNamed(`${name}.tests.json`))
      .send(Readable.from(pieces))
  }),
]

function placeOf({ id, caseId }: { id: string; caseId: string }) {
  return { setId: id, caseId }
}

function fileNamed(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
}
