import { EVERY_CALL, testKilledFlows } from '../packages/server/testing/killed-flows.ts'

testKilledFlows({ alone: EVERY_CALL, onPostgres: EVERY_CALL, inWorkers: EVERY_CALL })
