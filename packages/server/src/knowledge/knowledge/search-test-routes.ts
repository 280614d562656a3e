import { deleteSearchTest, keepSearchTest, listSearchTests, runSearchTests } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { SearchTestService } from './search-test-service.ts'

export function searchTestRoutes(tests: SearchTestService): Handler[] {
  return [
    handle(listSearchTests, ({ params }) => tests.list(params.id)),
    handle(keepSearchTest, ({ params, body }) => tests.keep(params.id, body)),
    handle(deleteSearchTest, async ({ params }) => {
      await tests.delete(params.id, params.testId)
      return { raw: [], affected: 1 }
    }),
    handle(runSearchTests, ({ params, body }) => tests.run(params.id, body?.inputs)),
  ]
}
