import { EVERY_CALL, testKilledFlows } from '../packages/server/src/testing/killed-flows.ts'

testKilledFlows({ alone: EVERY_CALL, onPostgres: EVERY_CALL, inWorkers: EVERY_CALL })
